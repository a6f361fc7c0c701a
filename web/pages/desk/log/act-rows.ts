/** Acts of operators as the admin API lists them, and what the page asks and shows of them. */
import { instrumentText } from "../markets/listed-instrument.ts";
import type { Query } from "../wire/desk-wire.ts";

/** A row of `GET /admin/v1/acts`. */
export type ActRow = {
  readonly seq: number;
  readonly time: string;
  /** Name of the admin token. */
  readonly actor: string;
  readonly reason: string;
  readonly requestId: string;
  /** Kind of the command. */
  readonly command: string;
  readonly uid: string;
  readonly symbol: string;
  readonly category: string;
  readonly realm: string;
  /** Rejection by the core; empty when it was applied. */
  readonly rejection: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** What a person wrote to narrow the log; times are local, as the browser gives them. */
export type LogFilter = {
  readonly actor: string;
  readonly command: string;
  readonly uid: string;
  readonly requestId: string;
  readonly since: string;
  readonly until: string;
};

function isoOf(local: string): string {
  const timeMs = Date.parse(local);
  return Number.isNaN(timeMs) ? "" : new Date(timeMs).toISOString();
}

/** Returns the query of a search; empty members are not sent. */
export function logQuery(filter: LogFilter): Query {
  const { actor, command, requestId, since, uid, until } = filter;
  return {
    actor: actor.trim(),
    // People read kinds with spaces in the list.
    command: command.trim().toLowerCase().replaceAll(" ", "_"),
    uid: uid.trim(),
    requestId: requestId.trim(),
    since: isoOf(since),
    until: isoOf(until),
  };
}

/** What an act concerned, where it is no user. */
export function subjectText(row: ActRow): string {
  return row.symbol === "" ? "the exchange" : instrumentText(row);
}

/** Returns the fields of an act with their values as text, and its request. */
export function fieldTexts({ fields, requestId }: ActRow): readonly (readonly [string, string])[] {
  const texts = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [name, text === "" ? "none" : text] as const;
  });
  return [...texts, ["request", requestId]];
}
