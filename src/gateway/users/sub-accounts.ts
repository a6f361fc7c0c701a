/** Look-ups of a main account's sub-accounts, shared by both dialects. */
import type { UserRead } from "../../core/reads/account-reads.ts";
import { userOfUid } from "../auth/uid.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";

/** Returns the calling main account. Throws 40068 for a sub-account. */
export function callingMain(context: PrivateContext): UserRead {
  const user = context.exchange.accounts.user(context.principal.userIndex);
  if (user === undefined || user.parent !== user.index) throw wireError("40068");
  return user;
}

/**
 * Returns the sub-account of the calling main account with a uid. Throws 40068 for a caller that is
 * a sub-account, and 40066 for any other uid, whether it exists or not.
 */
export function ownSubAccount(context: PrivateContext, uid: string): UserRead {
  const main = callingMain(context);
  const user = context.exchange.accounts.user(userOfUid(uid) ?? -1);
  if (user === undefined || user === main || user.parent !== main.index) throw wireError("40066");
  return user;
}

/** The same for virtual sub-accounts alone. */
export function ownVirtualSubAccount(context: PrivateContext, uid: string): UserRead {
  const user = ownSubAccount(context, uid);
  if (!user.isVirtual) throw wireError("40066");
  return user;
}

/** Returns the calling main account or a sub-account of it; throws as `ownSubAccount`. */
export function ownMember(context: PrivateContext, uid: string): UserRead {
  const main = callingMain(context);
  return userOfUid(uid) === main.index ? main : ownSubAccount(context, uid);
}
