import type { Permission } from "./permissions.ts";

/** Account kind of a user, which decides the dialect of its keys: classic v2, unified v3. */
export type AccountKind = "classic" | "unified";
/** Realm of a user's funds; requests in demo carry the header `paptrading: 1`. */
export type Realm = "live" | "demo";

/** The sender of a verified request. All members come from the key, none from the request. */
export interface Principal {
  readonly uid: string;
  /** Index of the user in core. */
  readonly userIndex: number;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  /** The API key itself, which is not a secret. */
  readonly keyId: string;
  /** First digits of the key as a number, which the commands of the request carry. */
  readonly keyPrefix: number;
  /** Includes the implied ones: uta_trade_write implies uta_trade_read. */
  readonly permissions: ReadonlySet<Permission>;
  /** Whether the key is the session of a browser. */
  readonly isSession: boolean;
}
