import type { AdminOutcome } from "./admin-outcome.ts";

/** One command of an act of the operator. */
export interface ActState {
  readonly seq: number;
  /** ISO time. */
  readonly time: string;
  /** Name of the admin token. */
  readonly actor: string;
  readonly reason: string;
  readonly requestId: string;
  /** Kind of the command. */
  readonly command: string;
  /** User concerned; empty for none. */
  readonly uid: string;
  /** Instrument concerned; all empty for none. */
  readonly symbol: string;
  readonly category: string;
  readonly realm: string;
  /** Rejection by the core; empty when it was applied. */
  readonly rejection: string;
  /** Fields of the command, with names and decimal texts in place of indexes and units. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Search of acts; undefined members do not narrow it. */
export interface ActSearch {
  readonly actor: string | undefined;
  readonly command: string | undefined;
  readonly uid: string | undefined;
  readonly symbol: string | undefined;
  readonly category: string | undefined;
  readonly realm: string | undefined;
  readonly requestId: string | undefined;
  /** ISO times; both included. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** Seq of the last act of the page before; empty for the newest. */
  readonly cursor: string;
  readonly limit: number;
}

export interface ActPage {
  readonly acts: readonly ActState[];
  /** Cursor of the next page; empty on the last page. */
  readonly cursor: string;
}

/** Reads of the operator's acts. */
export interface ActReads {
  listActs(search: ActSearch): Promise<AdminOutcome<ActPage>>;
}
