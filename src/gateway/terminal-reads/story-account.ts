/** The account whose records a request of the terminal reads: the caller's, or a sub-account's. */
import { Type } from "typebox";
import { idOfWire } from "../../wire/ids.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { text } from "../http/fields.ts";
import { ownMember } from "../users/sub-accounts.ts";

/** Field of a request that names a sub-account of the calling main account. */
export const UID_FIELD = {
  uid: Type.Optional(
    text({ description: "A sub-account of the calling main account; absent for the caller" }),
  ),
};

/** Returns the index of the account that a request names; throws as `ownMember`. */
export function namedAccount(context: PrivateContext, uid: string | undefined): number {
  const { userIndex } = context.principal;
  return uid === undefined ? userIndex : ownMember(context, uid).index;
}

/** Returns the id of a text; 0, which is no id, for any other text. */
export function idOrZero(text: string): number {
  return idOfWire(text) ?? 0;
}
