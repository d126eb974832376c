// A solve that the page follows: its state, its events, its curve.

import { follow } from "../api/client";
import { askReport, changeSolve, eventsPath, getSolve, hasEnded, type Job } from "../api/questions";
import type { Event as JobEvent } from "../api/types";
import { addPoint, type Point } from "../lib/events";

/** Events tell of every change; this is for those that get lost. */
const LOOK_MS = 3_000;

export class Followed {
  job = $state.raw<Job | null>(null);
  last = $state.raw<JobEvent | null>(null);
  points = $state.raw<readonly Point[]>([]);
  error = $state<string | null>(null);
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** The report has been read: events have nothing to add. */
  #reported = false;

  constructor(readonly id: string) {
    this.follow();
  }

  /** Follows the job from now on; again, if it was given a better target. */
  follow(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#reported = false;
    void this.look();
    this.#listen();
  }

  #listen(): void {
    void follow(eventsPath(this.id), this.#abort.signal, (name, data) => {
      if (name === "state") void this.look();
      else if (data !== "") this.#take(data);
    });
  }

  #take(text: string): void {
    if (this.#reported) return;
    const event = JSON.parse(text) as JobEvent;
    // What an event does not say is as it was.
    this.last = { ...this.last, ...event };
    this.points = addPoint(this.points, event);
    if (event.phase === "ended") void this.look();
  }

  /** Asks for the state, again and again until the solve has ended. */
  async look(): Promise<void> {
    if (this.#abort.signal.aborted) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      this.job = await getSolve(this.id);
      this.error = null;
      if (this.job.progress && !this.last) this.last = this.job.progress;
      if (hasEnded(this.job.state)) {
        if (this.job.kind === "spot" && this.job.state !== "failed") await this.#read();
        return;
      }
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.#timer ??= setTimeout(() => void this.look(), LOOK_MS);
  }

  /** The report has every measurement; events may leave some out, and a restart all. */
  async #read(): Promise<void> {
    try {
      const { history, exploitability, iterations, seconds } = await askReport(this.id);
      this.#reported = true;
      this.points = history.filter((point) => point.exploitability > 0);
      const ended = { number: 0, phase: "ended" as const };
      this.last = { ...ended, ...this.last, exploitability, iteration: iterations, seconds };
    } catch {
      // A solve that was stopped before its first measurement has no report.
    }
  }

  async change(change: "pause" | "resume" | "cancel"): Promise<void> {
    this.job = await changeSolve(this.id, change);
    void this.look();
  }

  stop(): void {
    this.#abort.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
