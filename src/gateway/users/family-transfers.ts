/** Records of transfers between a main account and its sub-accounts, shared by both dialects. */
import type { Wallet } from "../../core/base/vocabulary.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode } from "../../wire/listings.ts";
import { amountText } from "../../wire/texts.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { ownSubAccount } from "./sub-accounts.ts";

/** Sides of a transfer on which an account can be. */
export const FAMILY_ROLES = ["initiator", "receiver"] as const;
type FamilyRole = (typeof FAMILY_ROLES)[number];

/** Returns the caller, or the caller's sub-account with a uid; throws as `ownSubAccount`. */
export function recordOwner(context: PrivateContext, subUid: string | undefined): number {
  const { userIndex } = context.principal;
  return subUid === undefined ? userIndex : ownSubAccount(context, subUid).index;
}

/** A transfer between two accounts of a family, with its amount as text. */
interface FamilyTransfer {
  readonly transferId: string;
  readonly coin: string;
  readonly amount: string;
  readonly fromUser: number;
  readonly fromWallet: Wallet;
  readonly toUser: number;
  readonly toWallet: Wallet;
  readonly clientOid: string;
  readonly time: string;
}

/**
 * Returns a page of the transfers that an account sent, received, or both, newest first. Throws
 * for a coin that does not exist.
 */
export async function familyTransfers(
  context: PrivateContext,
  asked: {
    readonly owner: number;
    /** Absent: transfers of both directions. */
    readonly role: FamilyRole | undefined;
    readonly coin: string | undefined;
    readonly clientOid: string | undefined;
    readonly fromMs: number;
    readonly toMs: number | undefined;
    readonly idLessThan: number | undefined;
    readonly limit: number;
  },
): Promise<{ readonly records: readonly FamilyTransfer[]; readonly hasMore: boolean }> {
  const { accounts, history } = context.exchange;
  const { clientOid, coin, owner, role, ...page } = asked;
  const currency = coin === undefined ? undefined : accounts.currency(coin);
  if (coin !== undefined && currency === undefined) throw context.errors.unknown("coin");
  const { hasMore, rows } = await history.transfers({
    ...page,
    user: owner,
    fromUser: role === "initiator" ? owner : undefined,
    toUser: role === "receiver" ? owner : undefined,
    currency: currency?.index,
    reasons: ["sub_transfer"],
    clientTransferId: clientOid,
  });
  const records = rows.map((row) => ({
    transferId: wireId(row.id),
    coin: currencyCode(accounts, row.currency),
    amount: amountText(accounts, row.currency, row.amount),
    fromUser: row.fromUser,
    fromWallet: row.fromWallet,
    toUser: row.toUser,
    toWallet: row.toWallet,
    clientOid: row.clientTransferId,
    time: String(row.createdAtMs),
  }));
  return { records, hasMore };
}
