import type { IndexPort } from "../market-data/index-feed.ts";
import type { BeatAgent } from "../simulation-market/agents/agent-market.ts";

type Task = { readonly atMs: number; readonly run: () => void };

/**
 * Runs the timers of the index feed on the beat of the agents, after the agents have acted: index
 * prices are then in the same frame as the quotes that follow them, and no user knows a price
 * before the quotes do.
 */
export class BeatTasks implements BeatAgent {
  readonly #port: IndexPort;
  #tasks: Task[] = [];
  #beatMs: number | undefined;

  constructor(port: IndexPort) {
    this.#port = port;
  }

  /** The port of the index feed: its time stands still during a beat. */
  get port(): IndexPort {
    return {
      submit: (command, done, withinMs) => this.#port.submit(command, done, withinMs),
      nowMs: () => this.#beatMs ?? this.#port.nowMs(),
      schedule: (delayMs, run) => {
        const task = { atMs: (this.#beatMs ?? this.#port.nowMs()) + delayMs, run };
        this.#tasks.push(task);
        return () => {
          this.#tasks = this.#tasks.filter((other) => other !== task);
        };
      },
    };
  }

  beat(nowMs: number): void {
    const due = this.#tasks.filter(({ atMs }) => atMs <= nowMs);
    if (due.length === 0) return;
    this.#tasks = this.#tasks.filter(({ atMs }) => atMs > nowMs);
    this.#beatMs = nowMs;
    for (const { run } of due) run();
    this.#beatMs = undefined;
  }
}
