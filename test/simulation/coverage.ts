/** What a whole run has reached, and what it must reach to prove anything. */

import { REJECTIONS } from "../../src/core/base/rejections.ts";
import * as VOCABULARY from "../../src/core/base/vocabulary.ts";
import { COMMAND_KINDS, COMMANDS, type Command } from "../../src/core/commands/commands.ts";
import type { GroupedFields } from "../../src/core/commands/schema.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { EVENT_KINDS, EVENTS } from "../../src/core/events/events.ts";
import { formOf, GROUPED_FORM_NAMES } from "./workload/forms.ts";

/** Rejections that the core does not raise (yet). A test holds this against its source. */
export const RESERVED_REJECTIONS: readonly string[] = ["size_off_increment", "internal_error"];

/** Words of the vocabulary that no event tells (yet); one that is met must leave this list. */
const RESERVED_WORDS: readonly string[] = [
  // Accounts of the exchange itself: the fills imply what moves there.
  "WALLETS clearing",
  "WALLETS pledged",
  "WALLETS rounding",
];

/**
 * Words that a run may miss: what they tell follows only on rounding, or on funding and deliveries
 * that take more than an account has. Core tests reach each of them.
 */
const UNLIKELY_WORDS: readonly string[] = [
  "WALLETS house",
  "FUND_MOVE_REASONS shortfall",
  "FUND_MOVE_REASONS backstop",
];

/**
 * What comes late in a long life: a loan whose collateral is used up, and a pool that such losses
 * have stopped. The profile `pool_losses` steers towards both; schedules of a few hundred commands
 * may still miss them, comparisons may not.
 */
const LATE: readonly string[] = ["event loan_covered", "rejection lending_paused"];

type Values = Readonly<Record<string, unknown>>;
type WordField = {
  readonly name: string;
  readonly list: string;
  readonly group: string | undefined;
};

const LIST_NAMES = new Map<unknown, string>(
  Object.entries(VOCABULARY)
    .filter(([, list]) => Array.isArray(list))
    .map(([name, list]) => [list, name]),
);

/** Fields that hold a word of the vocabulary; those of groups with the name of their group. */
function wordFieldsOf(fields: GroupedFields, group?: string): WordField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (typeof field === "object" && "group" in field) return wordFieldsOf(field.group, name);
    const list = LIST_NAMES.get(field);
    return list === undefined ? [] : [{ name, list, group }];
  });
}

function wordFields(
  schema: Readonly<Record<string, GroupedFields>>,
): Map<string, readonly WordField[]> {
  return new Map(Object.entries(schema).map(([kind, fields]) => [kind, wordFieldsOf(fields)]));
}

const WORDS_OF_COMMANDS = wordFields(COMMANDS);
const WORDS_OF_EVENTS = wordFields(EVENTS);

export class Coverage {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** Counts kinds, rejections, and words of the vocabulary where they had an effect. */
  see(command: Command, events: readonly CoreEvent[], isRefused: boolean): void {
    this.add(`command ${command.kind}`);
    this.add(`form ${formOf(command)}`);
    if (!isRefused) this.#seeWords(command, WORDS_OF_COMMANDS);
    for (const event of events) {
      this.add(`event ${event.kind}`);
      if (event.kind === "order_rejected" || event.kind === "command_rejected") {
        this.add(`rejection ${event.reason}`);
      } else {
        this.#seeWords(event, WORDS_OF_EVENTS);
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

  /** What the commands of a run should have reached and did not; less is asked of short lives. */
  missing(lives: "short" | "long" = "long"): string[] {
    const unasked = [...RESERVED_WORDS, ...UNLIKELY_WORDS, ...(lives === "short" ? LATE : [])];
    const words = [...LIST_NAMES].flatMap(([list, name]) =>
      (list as readonly string[]).map((word) => `${name} ${word}`),
    );
    const rejections = REJECTIONS.filter((one) => !RESERVED_REJECTIONS.includes(one));
    const wanted = [
      ...COMMAND_KINDS.map((kind) => `command ${kind}`),
      ...GROUPED_FORM_NAMES.map((form) => `form ${form}`),
      ...EVENT_KINDS.map((kind) => `event ${kind}`).filter((one) => !unasked.includes(one)),
      ...rejections.map((one) => `rejection ${one}`).filter((one) => !unasked.includes(one)),
      ...words.filter((one) => !unasked.includes(one)),
    ];
    return wanted.filter((what) => this.count(what) === 0);
  }

  /** What was reached although it is listed as reserved. */
  wronglyReserved(): string[] {
    const reserved = [...RESERVED_REJECTIONS.map((one) => `rejection ${one}`), ...RESERVED_WORDS];
    return reserved.filter((what) => this.count(what) > 0);
  }

  #seeWords(
    record: { readonly kind: string },
    fieldsOf: ReadonlyMap<string, readonly WordField[]>,
  ): void {
    const values = record as unknown as Values;
    for (const { group, list, name } of fieldsOf.get(record.kind) ?? []) {
      const holder = group === undefined ? values : (values[group] as Values | undefined);
      if (holder !== undefined) this.add(`${list} ${holder[name]}`);
    }
  }
}
