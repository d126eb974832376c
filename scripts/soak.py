"""Slow clients, many clients and mixed load against a server on the loopback address.

    soak.py QUASAR MINUTES                                   slow and many clients, then mixed load
    soak.py QUASAR schemathesis PROGRAM [SEED]               requests made from openapi.json; few without a seed

Prints what it finds, and fails if the server stops answering or its memory grows.
"""

import http.client
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

EQUITY = {"players": ["AsAhKsKh", "15%"], "game": "plo4", "board": "9c8d2h", "budget_ms": 40}
SPOT = """board: Ks7s4h9h
pot: {pot}
stack: 150
oop: AA,QQ-TT,AKs,87s
ip: KK,JJ,KQs,T8s
bet: 60%
raise_cap: 1
iterations: 20
"""


class Server:
    """A server with a folder of its own."""

    def __init__(self, program, *options):
        self.folder = tempfile.TemporaryDirectory()
        data = os.path.join(self.folder.name, "data")
        command = [program, "serve", "--listen", "127.0.0.1:0", "--data", data, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1])

    def ask(self, method, path, body=None, kind="application/json", patience=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        headers = {"content-type": kind} if body is not None else {}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    def memory(self):
        """Megabytes that the process takes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.folder.cleanup()
        if code != 0:
            sys.exit(f"the server ended with {code}")


def check_health(server, when):
    start = time.monotonic()
    status, _ = server.ask("GET", "/health")
    took = time.monotonic() - start
    if status != 200:
        sys.exit(f"{when}: /health answers {status}")
    print(f"{when}: /health answers in {1000 * took:.1f} ms, memory {server.memory():.0f} MB")


def slow_clients(server, count=400, seconds=20):
    """Clients that send a byte of a request every second."""
    text = b"POST /api/v1/equity HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n"
    clients = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(count)]
    closed = 0
    for second in range(seconds):
        for client in clients:
            try:
                client.send(text[second : second + 1])
            except OSError:
                closed += 1
        if second % 5 == 0:
            check_health(server, f"{count} slow clients, second {second}")
        time.sleep(1)
    for client in clients:
        client.close()
    print(f"slow clients: {closed} writes refused")


def many_connections(server, count=10_000):
    """Connections that send nothing."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 1_000), hard))
    clients, deadline = [], time.monotonic() + 60
    while len(clients) < count and time.monotonic() < deadline:
        try:
            clients.append(socket.create_connection(("127.0.0.1", server.port), timeout=5))
        except OSError:
            break
    check_health(server, f"{len(clients)} connections")
    for client in clients:
        client.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def mixed_load(server, minutes):
    """Questions, solves, looks and deletions, until the time is up."""
    end = time.monotonic() + 60 * minutes
    counts, failures, lock = {}, [], threading.Lock()

    def count(status):
        with lock:
            counts[status] = counts.get(status, 0) + 1

    def questions(seed):
        numbers = random.Random(seed)
        while time.monotonic() < end:
            question = dict(EQUITY, seed=numbers.randrange(1 << 30), method="sampled", samples=2000)
            count(server.ask("POST", "/api/v1/equity", json.dumps(question))[0])

    def solves():
        pot = 100
        while time.monotonic() < end:
            pot += 1
            spec = SPOT.format(pot=pot)
            status, body = server.ask("POST", "/api/v1/solves", spec, "application/yaml")
            count(status)
            job = json.loads(body)["id"]
            server.ask("GET", f"/api/v1/solves/{job}/events")
            count(server.ask("GET", f"/api/v1/solves/{job}/nodes/r:0")[0])
            count(server.ask("DELETE", f"/api/v1/solves/{job}")[0])

    def guarded(work, *arguments):
        try:
            work(*arguments)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(questions, seed)) for seed in range(3)]
    threads.append(threading.Thread(target=guarded, args=(solves,)))
    for thread in threads:
        thread.start()
    memory = []
    while time.monotonic() < end:
        time.sleep(min(10, max(0.1, end - time.monotonic())))
        memory.append(server.memory())
    for thread in threads:
        thread.join()
    if failures:
        sys.exit(f"mixed load: {failures[0]!r}")
    bad = {status: number for status, number in counts.items() if status >= 500}
    if bad:
        sys.exit(f"mixed load: {bad}")
    # What is allocated at first stays; from then on memory is flat.
    early, late = max(memory[: max(1, len(memory) // 2)]), max(memory)
    print(f"mixed load of {minutes:g} minutes: {sum(counts.values())} answers {counts}")
    print(f"memory: at most {early:.0f} MB in the first half, {late:.0f} MB in all")
    if late > 1.2 * early + 20:
        sys.exit("memory grows")


def schemathesis(program, tool, seed=None):
    server = Server(program, "--memory", "500MB")
    address = f"http://127.0.0.1:{server.port}"
    checks = "not_a_server_error,response_schema_conformance,content_type_conformance,status_code_conformance"
    command = [tool, "run", f"{address}/openapi.json", "--checks", checks]
    # Events of a job that never ends never end.
    command += ["--exclude-path-regex", "events$", "--request-timeout", "60", "--seed", seed or "1"]
    # All values that a schema has at its edges, and chains of requests, take minutes.
    command += ["--max-examples", "20"] if seed else ["--max-examples", "10", "--phases", "examples,fuzzing"]
    code = subprocess.run(command).returncode
    server.stop()
    sys.exit(code)


def main():
    program, what, *rest = sys.argv[1:]
    if what == "schemathesis":
        schemathesis(program, *rest)
    server = Server(program, "--memory", "2GB")
    check_health(server, "idle")
    slow_clients(server)
    many_connections(server)
    check_health(server, "after the connections")
    mixed_load(server, float(what))
    check_health(server, "after the load")
    server.stop()


if __name__ == "__main__":
    main()
