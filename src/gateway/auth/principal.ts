import type { Permission } from "./permissions.ts";

/** Which dialect serves a user's keys: classic keys v2, unified keys v3. */
export type AccountKind = "classic" | "unified";
/** The world of a user's funds: demo requests carry the header `paptrading: 1`. */
export type Realm = "live" | "demo";

/** Who a verified request comes from. Everything here is from the key, never from the request. */
export interface Principal {
  readonly uid: string;
  /** The user's dense number in core. */
  readonly userIndex: number;
  readonly accountKind: AccountKind;
  readonly realm: Realm;
  /** The API key itself; no secret. */
  readonly keyId: string;
  /** With the implied ones: uta_trade_write carries uta_trade_read. */
  readonly permissions: ReadonlySet<Permission>;
}
