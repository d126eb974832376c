#!/usr/bin/env python3
"""Compares schedules of CFR on five spots: docs/SOLVER.md, "Which schedule".

    cargo build --release
    scripts/schedules.py measure target/release/quasar results.json
    scripts/schedules.py table results.json
    scripts/schedules.py plot results.json docs/plots

`measure` solves every spot on one thread to 0.1 % of the pot or 1,000 iterations,
and measures the exploitability every 5: with every schedule where that is quick,
with a selection on the two large spots. Then it measures the processor time of an
iteration of each spot, which only prediction changes. Results of earlier runs are
kept, so you can interrupt it. Iterations do not depend on the machine. Times are
iterations times the time of one, without measurements, so that they are meaningful
on a loaded machine, too. Needs nothing but Python.
"""

import itertools
import json
import math
import resource
import statistics
import subprocess
import sys
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "sample_configurations"
SPOTS = {
    "river": [str(SAMPLES / "river.yaml")],
    "deep river": [
        "--board=8h8d3cJh5s", "--pot=60", "--stack=600", "--bet=33%, 75%, 200%", "--raise=60%, a",
        "--oop=22+,A2s+,ATo+,K8s+,KTo+,Q9s+,QJo,J8s+,T8s+,97s+,86s+,75s+,65s,54s",
        "--ip=22+,A2s+,A8o+,K6s+,KTo+,Q8s+,QTo+,J8s+,JTo,T8s+,97s+,86s+,76s,65s",
    ],
    "turn": [str(SAMPLES / "turn.yaml")],
    "wide turn": [
        "--board=Kh7c2d5h", "--pot=100", "--stack=400", "--bet=50%, 120%", "--raise=60%",
        "--oop=22+,A2s+,A9o+,K8s+,KTo+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s",
        "--ip=22+,A2s+,A7o+,K5s+,KTo+,Q8s+,QTo+,J8s+,JTo,T8s+,97s+,86s+,75s+,65s,54s",
    ],
    "small flop": [
        "--board=Qs8s3d", "--pot=100", "--stack=150", "--bet=50%", "--raise=a",
        "--oop=QQ,88,AQs,KQs,QJs,98s,87s,AsJs,AsTs,Ts9s,77,66",
        "--ip=AA,KK,33,AQs,KQs,AJs,JTs,T9s,99,AsKs,As5s,76s",
    ],
}
TARGETS = [0.5, 0.1]
MOST_ITERATIONS = 1000
DEFAULT = "dcfr a1.4 b0.25 g4"


LARGE = ["wide turn", "small flop"]
SELECTION = [
    *[f"dcfr a1.4 b0.25 g{gamma}" for gamma in [3, 4, 5]],
    *["dcfr a1.4 b0.3 g4", "dcfr a1.35 b0.3 g4", "dcfr a1.5 b0.25 g4", "dcfr a1.4 b0 g4"],
    *[f"dcfr a1.5 b0 g{gamma}" for gamma in [2, 3, 4, 5, 6, 8]],
    *[f"dcfr a1.5 b-inf g{gamma}" for gamma in [3, 4, 5]],
    *["dcfr a1.25 b0 g4", "dcfr a1.25 b0 g5", "dcfr a1.25 b-inf g4"],
    *["dcfr a1.5 b0.5 g4", "dcfr a2 b0 g4", "dcfr a2 b-inf g4"],
    *["dcfr a1.5 b0 g3 reset", "dcfr a1.5 b0 g5 reset", "dcfr a1.5 b-inf g3 reset"],
    *["cfrplus", "pcfrplus", "linear"],
]


def grid():
    """Names of discounted schedules for the spots that are quick."""
    exponents = itertools.product([1.5, 2], ["0", "0.5", "-inf"], [2, 3, 4, 5, 6, 8], ["", " reset"])
    return [f"dcfr a{alpha} b{beta} g{gamma}{reset}" for alpha, beta, gamma, reset in exponents]


def options_of(name):
    """The options of the command that choose a schedule."""
    if not name.startswith("dcfr "):
        return [f"--set=algorithm={name}"]
    _, alpha, beta, gamma, *reset = name.split()
    fields = {"name": "dcfr", "alpha": alpha[1:], "beta": beta[1:], "gamma": gamma[1:],
              "reset": str(bool(reset)).lower()}
    return [f"--set=algorithm.{key}={value}" for key, value in fields.items()]


def schedules(spot):
    """Names and the options of the command that choose them."""
    wanted = SELECTION if spot in LARGE else dict.fromkeys([*SELECTION, *grid(), "vanilla"])
    return [(name, options_of(name)) for name in wanted]


def solve(quasar, options):
    command = [quasar, "solve", "--json", "--threads=1", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def all_runs():
    return [(spot, *schedule) for spot in SPOTS for schedule in schedules(spot)]


def measure(quasar, path):
    path = Path(path)
    results = json.loads(path.read_text()) if path.exists() else {"runs": {}, "milliseconds": {}}
    for spot, name, options in all_runs():
        key = f"{spot}: {name}"
        if key in results["runs"]:
            continue
        limits = [f"--target={TARGETS[-1]}", f"--iterations={MOST_ITERATIONS}", "--check-every=5"]
        report = solve(quasar, SPOTS[spot] + options + limits)
        looks = [[look["iteration"], 100 * look["exploitability"] / report["pot"]]
                 for look in report["history"]]
        results["runs"][key] = looks
        print(key, looks[-1], flush=True)
        path.write_text(json.dumps(results))
    for spot, name, options in all_runs():
        key = f"{spot}: {work(name)}"
        if key in results["milliseconds"]:
            continue
        results["milliseconds"][key] = iteration(quasar, SPOTS[spot] + options)
        path.write_text(json.dumps(results))


def work(name):
    """Schedules with the same work in an iteration."""
    return "predictive" if name == "pcfrplus" else "others"


def iteration(quasar, options):
    """Milliseconds of processor time that an iteration takes, without measurements of the exploitability."""

    def spent(count):
        def once():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            solve(quasar, [*options, f"--iterations={count}", "--check-every=1000000"])
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        return min(once() for _ in range(3))

    count = 20
    while spent(count) < 0.5:
        count *= 2
    return 1000 * (spent(count) - spent(1)) / (count - 1)


def reached(looks, target):
    """Iterations until a target is reached, or nothing."""
    return next((iteration for iteration, percent in looks if percent <= target), None)


def ratios(results, name, target):
    """Iterations of a schedule as parts of those of the default, spot by spot."""
    found = []
    for spot in SPOTS:
        if f"{spot}: {name}" not in results["runs"]:
            continue
        own = reached(results["runs"][f"{spot}: {name}"], target)
        default = reached(results["runs"][f"{spot}: {DEFAULT}"], target)
        found.append((own or math.inf) / default)
    return found


def table(path):
    results = json.loads(Path(path).read_text())
    names = list(dict.fromkeys(key.split(": ")[1] for key in results["runs"]))
    medians = {name: [statistics.median(ratios(results, name, target)) for target in TARGETS]
               for name in names}
    print("| schedule | " + " | ".join(SPOTS) + " | median of 0.5 %, 0.1 % |")
    print("|---" * (len(SPOTS) + 2) + "|")
    for name in sorted(names, key=lambda name: sum(medians[name])):
        cells = []
        for spot in SPOTS:
            looks = results["runs"].get(f"{spot}: {name}", [])
            cells.append(", ".join(str(reached(looks, target) or "-") for target in TARGETS))
        median = ", ".join(f"{ratio:.2f}" for ratio in medians[name])
        print(f"| `{name}` | " + " | ".join(cells) + f" | {median} |")
    print("\n| ms an iteration | " + " | ".join(SPOTS) + " |")
    print("|---" * (len(SPOTS) + 1) + "|")
    for kind in ["predictive", "others"]:
        times = [results["milliseconds"][f"{spot}: {kind}"] for spot in SPOTS]
        print(f"| {kind} | " + " | ".join(f"{time:.3g}" for time in times) + " |")


SHOWN = {
    DEFAULT: "#d62728",
    "dcfr a1.5 b0 g2": "#1f77b4",
    "dcfr a1.5 b0 g5": "#ff7f0e",
    "dcfr a1.5 b0 g3 reset": "#17a2b8",
    "dcfr a1.5 b-inf g5": "#9467bd",
    "cfrplus": "#2ca02c",
    "pcfrplus": "#8c564b",
    "linear": "#7f7f7f",
}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 400, 60, 40, 190, 50
LEAST, MOST = 0.08, 100.0


def plot(path, folder):
    results = json.loads(Path(path).read_text())
    Path(folder).mkdir(parents=True, exist_ok=True)
    for spot in SPOTS:
        lines = {name: results["runs"][f"{spot}: {name}"] for name in SHOWN}
        timed = {}
        for name, looks in lines.items():
            time = results["milliseconds"][f"{spot}: {work(name)}"] / 1000
            timed[name] = [[iteration * time, percent] for iteration, percent in looks]
        file = spot.replace(" ", "_")
        for kind, unit, points in [("iterations", "iterations", lines), ("time", "seconds", timed)]:
            text = svg(f"{spot}: exploitability in % of the pot", unit, points)
            (Path(folder) / f"{file}_{kind}.svg").write_text(text)


def svg(title, unit, lines):
    """Both axes logarithmic."""
    points = [point for looks in lines.values() for point in looks]
    first = min(x for x, _ in points)
    last = max(looks[-1][0] for looks in lines.values())
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(x):
        return LEFT + width * math.log(x / first) / math.log(last / first)

    def down(percent):
        percent = min(max(percent, LEAST), MOST)
        return TOP + height * math.log(MOST / percent) / math.log(MOST / LEAST)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="14">{title}</text>',
        f'<text x="{LEFT + width / 2}" y="{HEIGHT - 12}" text-anchor="middle">{unit}</text>',
    ]
    for percent in [100, 10, 1, 0.5, 0.1]:
        y = down(percent)
        out.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + width}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>')
    steps = [base * 10.0**power for power in range(-5, 5) for base in (1, 2, 5)]
    for x in steps:
        if first <= x <= last:
            at = across(x)
            out.append(f'<path d="M{at:.1f} {TOP}V{TOP + height}" stroke="#eee"/>')
            out.append(f'<text x="{at:.1f}" y="{TOP + height + 16}" text-anchor="middle">{x:g}</text>')
    for place, (name, looks) in enumerate(lines.items()):
        path = " ".join(f"{across(x):.1f},{down(percent):.1f}" for x, percent in looks)
        out.append(f'<polyline points="{path}" fill="none" stroke="{SHOWN[name]}" stroke-width="1.5"/>')
        y = TOP + 14 + 18 * place
        out.append(f'<path d="M{WIDTH - RIGHT + 12} {y}h18" stroke="{SHOWN[name]}" stroke-width="3"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 36}" y="{y + 4}">{name}</text>')
    return "\n".join(out + ["</svg>", ""])


if __name__ == "__main__":
    commands = {"measure": measure, "table": table, "plot": plot}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])
