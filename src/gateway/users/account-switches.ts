/** Switches between classic and unified accounts, shared by both dialects (decision 0073). */
import { Type } from "typebox";
import type { AccountKind } from "../../core/base/vocabulary.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import type { WireError } from "../http/wire-error.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";
import { ownSubAccount } from "./sub-accounts.ts";

/** Keys of both kinds: a client that repeats the request or asks has switched already. */
export const SWITCH_ACCESS = {
  kind: "private",
  permission: ["transfer", "uta_mgt_write"],
  accounts: "any",
} as const;

export const SWITCH_READ_ACCESS = {
  kind: "private",
  permission: ["read", "uta_mgt_read"],
  accounts: "any",
} as const;

export const switchStatus = Type.Object({
  status: Type.String({ description: "success, or fail while the account is of the other kind" }),
  reason: Type.Optional(
    Type.String({ description: "Of fail: what stands in the way, if anything" }),
  ),
});

/** Returns the caller, or its sub-account with a uid; throws as `ownSubAccount`. */
export function switchedUser(context: PrivateContext, subUid: string | undefined): number {
  const { userIndex } = context.principal;
  return subUid === undefined ? userIndex : ownSubAccount(context, subUid).index;
}

/** Switches an account, or returns the error that refuses it. */
export async function switched(
  context: PrivateContext,
  user: number,
  accountKind: AccountKind,
): Promise<null | WireError> {
  const { rejection } = await submitted(context, { kind: "switch_account", user, accountKind });
  return rejection === undefined ? null : rejectionError(rejection, "v3");
}

/**
 * Returns whether an account is of a kind, and else why it cannot switch now. One command switches,
 * so that no switch is ever in process.
 */
export function statusOf(
  { exchange }: PrivateContext,
  user: number,
  accountKind: AccountKind,
): { status: string; reason?: string } {
  if (exchange.accounts.user(user)?.accountKind === accountKind) return { status: "success" };
  const refusal = exchange.accounts.switchRefusal(user, accountKind);
  const isFree = refusal === undefined;
  return {
    status: "fail",
    reason: isFree ? "The account was not switched" : rejectionError(refusal, "v3").message,
  };
}
