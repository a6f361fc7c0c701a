/** Common parts of both transfer endpoints of v3. */
import { type Static, Type } from "typebox";
import type { Wallet } from "../../../core/base/vocabulary.ts";
import { parseUnits } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../../core/money/units.ts";
import type { UserRead } from "../../../core/reads/account-reads.ts";
import { wireId } from "../../../wire/ids.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { clientOidV2, coin, decimal, enumeration, yesNo } from "../../http/fields.ts";
import { type WireError, wireError } from "../../http/wire-error.ts";
import { submitted } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";
import { ACCOUNT_WORDS, walletOfUser } from "./wallet-words.ts";

export const TRANSFER_FIELDS = {
  fromType: enumeration(ACCOUNT_WORDS),
  toType: enumeration(ACCOUNT_WORDS),
  amount: decimal(),
  coin: coin(),
  clientOid: Type.Optional(clientOidV2()),
  allowBorrow: Type.Optional(yesNo({ description: "Out of uta only" })),
};
const requestSchema = Type.Object(TRANSFER_FIELDS);
type TransferRequest = Static<typeof requestSchema>;

export const transferReplySchema = Type.Object({
  transferId: Type.String(),
  clientOid: Type.String(),
});

/** Source and destination of a transfer. */
export interface TransferEnds {
  readonly fromUser: number;
  readonly fromWallet: Wallet;
  readonly toUser: number;
  readonly toWallet: Wallet;
}

/** Submits a transfer and returns its response. Throws for an invalid parameter. */
export async function submitTransfer(
  context: PrivateContext,
  request: TransferRequest,
  ends: TransferEnds,
): Promise<Static<typeof transferReplySchema> | WireError> {
  const currency = coinOf(context, request.coin);
  const mayBorrow = request.allowBorrow === true;
  if (mayBorrow && request.fromType !== "uta") throw context.errors.wrong("allowBorrow");
  const amount = parseUnits(request.amount, currency.decimals);
  if (amount === undefined) throw context.errors.wrong("amount");
  if (amount > ATOMS_MAX) throw context.errors.outOfRange("amount");
  const clientOid = request.clientOid ?? "";
  const { rejection, id } = await submitted(context, {
    kind: "transfer",
    ...ends,
    currency: currency.index,
    amount: atoms(amount),
    clientTransferId: clientOid,
    fromInstrument: 0,
    toInstrument: 0,
    mayBorrow,
  });
  if (rejection === undefined) return { transferId: wireId(id), clientOid };
  const isShort = rejection === "insufficient_available" || rejection === "insufficient_margin";
  return rejectionError(rejection, isShort ? "transfer" : "v3");
}

/**
 * Submits a transfer between two users of a family. Returns 40077 if they are one, or one has no
 * such wallet.
 */
export async function submitFamilyTransfer(
  context: PrivateContext,
  request: TransferRequest,
  users: { readonly from: UserRead; readonly to: UserRead },
): Promise<Static<typeof transferReplySchema> | WireError> {
  const { from, to } = users;
  const fromWallet = walletOfUser(from, request.fromType);
  const toWallet = walletOfUser(to, request.toType);
  if (from === to || fromWallet === undefined || toWallet === undefined) return wireError("40077");
  const ends = { fromUser: from.index, fromWallet, toUser: to.index, toWallet };
  return submitTransfer(context, request, ends);
}
