/** What a whole run has reached, and what it must reach to prove anything. */

import { COMMAND_KINDS } from "../../src/core/commands.ts";
import type { CoreEvent } from "../../src/core/events.ts";
import { EVENT_KINDS } from "../../src/core/events.ts";
import { REJECTIONS } from "../../src/core/rejections.ts";
import { CLOSE_REASONS } from "../../src/core/vocabulary.ts";

/** Reserved words of the core: sizes and prices off an increment never get past the gateway. */
const UNREACHABLE: readonly string[] = [
  "size_off_increment",
  "order_not_amendable",
  "positions_limit_reached",
  "internal_error",
];

export class Coverage {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** Counts kinds, rejections and close reasons. */
  see(events: readonly CoreEvent[]): void {
    for (const event of events) {
      this.add(`event ${event.kind}`);
      if (event.kind === "command_applied") this.add(`command ${event.command}`);
      if (event.kind === "order_closed") this.add(`close ${event.reason}`);
      if (event.kind === "order_rejected" || event.kind === "command_rejected") {
        this.add(`rejection ${event.reason}`);
      }
    }
  }

  count(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Counts under a word, such as `fault`, by what follows it. */
  countsOf(word: string): Record<string, number> {
    const start = `${word} `;
    const entries = [...this.#counts].filter(([what]) => what.startsWith(start));
    return Object.fromEntries(entries.map(([what, count]) => [what.slice(start.length), count]));
  }

  merge(counts: Readonly<Record<string, number>>): void {
    for (const [what, count] of Object.entries(counts)) this.add(what, count);
  }

  toJson(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** What the commands of a run should have reached and did not. */
  missing(): string[] {
    const wanted = [
      ...COMMAND_KINDS.map((kind) => `command ${kind}`),
      ...EVENT_KINDS.map((kind) => `event ${kind}`),
      ...CLOSE_REASONS.map((reason) => `close ${reason}`),
      ...REJECTIONS.filter((one) => !UNREACHABLE.includes(one)).map((one) => `rejection ${one}`),
    ];
    return wanted.filter((what) => this.count(what) === 0);
  }
}
