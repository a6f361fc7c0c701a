/** Common parts of the transfer endpoints of v2. */
import { type Static, Type } from "typebox";
import type { Wallet } from "../../../../core/base/vocabulary.ts";
import { parseUnits } from "../../../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../../../core/money/units.ts";
import type { UserRead } from "../../../../core/reads/account-reads.ts";
import { wireId } from "../../../../wire/ids.ts";
import { CLASSIC_WALLET_WORDS } from "../../../../wire/words/wallet-words.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, coin, decimal, enumeration, symbol } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { currenciesIn, walletOfWord } from "../../shared/wallets.ts";

export const TRANSFER_FIELDS = {
  fromType: enumeration(CLASSIC_WALLET_WORDS),
  toType: enumeration(CLASSIC_WALLET_WORDS),
  amount: decimal(),
  coin: coin(),
  symbol: Type.Optional(symbol({ description: "Needed with isolated_margin" })),
  clientOid: Type.Optional(clientOidV2()),
};
const requestSchema = Type.Object(TRANSFER_FIELDS);

export const transferReplySchema = Type.Object({
  transferId: Type.String(),
  clientOid: Type.String(),
});

/** Returns index + 1 of the pair of an isolated account; throws if no symbol is named. */
function isolatedPair(context: PrivateContext, name: string | undefined): number {
  if (name === undefined) throw context.errors.missing("symbol");
  return spotInstrument(context, name).index + 1;
}

/** Returns the wallet that a word names; a unified user has its funding account alone. */
function walletOf(user: UserRead, word: (typeof CLASSIC_WALLET_WORDS)[number]): Wallet {
  return user.isUnified && word === "spot" ? "funding" : walletOfWord(word);
}

/** Submits a transfer between two users, who may be one, and returns its response. */
export async function submitTransfer(
  context: PrivateContext,
  request: Static<typeof requestSchema>,
  ends: { readonly from: UserRead; readonly to: UserRead },
): Promise<Static<typeof transferReplySchema>> {
  const currency = context.exchange.accounts.currency(request.coin);
  if (currency === undefined) throw rejectionError("currency_not_found", "transfer");
  const fromWallet = walletOf(ends.from, request.fromType);
  const toWallet = walletOf(ends.to, request.toType);
  for (const wallet of [fromWallet, toWallet]) {
    if (!currenciesIn(context, wallet).has(currency.index)) throw wireError("40077");
  }
  const pair = [fromWallet, toWallet].includes("isolated_margin")
    ? isolatedPair(context, request.symbol)
    : 0;
  const amount = parseUnits(request.amount, currency.decimals);
  if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong("amount");
  const clientOid = request.clientOid ?? "";
  const command = {
    kind: "transfer",
    fromUser: ends.from.index,
    fromWallet,
    toUser: ends.to.index,
    toWallet,
    currency: currency.index,
    amount: atoms(amount),
    clientTransferId: clientOid,
    fromInstrument: fromWallet === "isolated_margin" ? pair : 0,
    toInstrument: toWallet === "isolated_margin" ? pair : 0,
    mayBorrow: false,
  } as const;
  const outcome = await submitAccepted(context, command, "transfer");
  return { transferId: wireId(outcome.id), clientOid };
}
