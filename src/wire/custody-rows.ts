/** Members of deposits and withdrawals that both dialects show. */
import type { ChainTerms } from "../core/instruments/chain-terms.ts";
import type { DepositRow, WithdrawalRow } from "../projections/history/custody-tables.ts";
import { depositAddress } from "./deposit-address.ts";
import { wireId } from "./ids.ts";
import { currencyCode, type Listings } from "./listings.ts";
import { amountText, feeTextV2 } from "./texts.ts";
import {
  CUSTODY_KIND_WORDS,
  DEPOSIT_STATUS_WORDS,
  WITHDRAWAL_STATUS_WORDS,
} from "./words/custody-words.ts";

/** What rows look up: listings, chains by index, uids. */
export type CustodyListings = Listings & {
  readonly custody: { chainAt(index: number): ChainTerms | undefined };
};
type UidOf = (user: number) => string;

/** Members of a deposit by the names of v2, without its times. */
export function depositMembers(listings: CustodyListings, uidOf: UidOf, row: DepositRow) {
  const chain = listings.custody.chainAt(row.chain - 1);
  const own =
    chain === undefined
      ? { address: uidOf(row.user), tag: "" }
      : depositAddress(chain.chain, row.user, chain.needsTag);
  return {
    orderId: wireId(row.id),
    tradeId: row.transactionId === "" ? wireId(row.id) : row.transactionId,
    coin: currencyCode(listings, row.currency),
    type: "deposit",
    size: amountText(listings, row.currency, row.amount),
    status: DEPOSIT_STATUS_WORDS[row.status],
    dest: CUSTODY_KIND_WORDS[row.custodyKind],
    chain: chain?.chain ?? "",
    fromAddress: chain === undefined ? uidOf(row.fromUser) : row.source,
    toAddress: own.address,
    tag: own.tag,
    confirm: String(row.confirmations),
  };
}

/** Members of a withdrawal by the names of v2, without its times; the fee is below zero. */
export function withdrawalMembers(listings: CustodyListings, uidOf: UidOf, row: WithdrawalRow) {
  const chain = listings.custody.chainAt(row.chain - 1);
  return {
    orderId: wireId(row.id),
    tradeId: row.transactionId === "" ? wireId(row.id) : row.transactionId,
    coin: currencyCode(listings, row.currency),
    clientOid: row.clientId,
    type: "withdraw",
    size: amountText(listings, row.currency, row.debit),
    fee: feeTextV2(listings, row.currency, row.fee),
    status: WITHDRAWAL_STATUS_WORDS[row.status],
    dest: CUSTODY_KIND_WORDS[row.custodyKind],
    chain: chain?.chain ?? "",
    fromAddress: uidOf(row.user),
    toAddress: chain === undefined ? uidOf(row.toUser) : row.address,
    tag: row.tag,
    confirm: String(row.confirmations),
  };
}
