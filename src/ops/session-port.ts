import type { Realm } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** A WebSocket connection on which a key of the user has logged in. */
export interface SessionState {
  /** Path of the connection; every path serves all channels. */
  readonly path: string;
  /** Dialect and kind of channels of the path; `any` for the short path. */
  readonly dialect: "v2" | "v3" | "any";
  readonly access: "public" | "private" | "any";
  readonly realm: Realm;
  readonly address: string;
  readonly apiKey: string;
  /** ISO times. */
  readonly connectedAt: string;
  /** Time of the last message of the client. */
  readonly heardAt: string;
  readonly subscriptions: number;
}

export interface EndedSessions {
  readonly uid: string;
  /** Number of connections that were closed. */
  readonly sessions: number;
}

/** Actions on the WebSocket sessions of a user; they fail with `not_found` for an unknown uid. */
export interface SessionActions {
  sessionsOf(uid: string): AdminOutcome<readonly SessionState[]>;
  /** Closes the connections; the keys stay valid, and clients may log in again. */
  endSessions(uid: string): AdminOutcome<EndedSessions>;
}
