import { Type } from "typebox";
import { parseUnits } from "../../../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { CLASSIC_WALLET_WORDS } from "../../../../wire/words/wallet-words.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, coin, decimal, enumeration, symbol } from "../../../http/fields.ts";
import { wireError } from "../../../http/wire-error.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { spotInstrument } from "../../shared/instruments.ts";
import { submitAccepted } from "../../shared/submit.ts";
import { currenciesIn, walletOfWord } from "../../shared/wallets.ts";

/** Returns index + 1 of the pair of an isolated account; throws if no symbol is named. */
function isolatedPair(context: PrivateContext, name: string | undefined): number {
  if (name === undefined) throw context.errors.missing("symbol");
  return spotInstrument(context, name).index + 1;
}

export const transfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/wallet/transfer"],
  version: "v2",
  summary: "Move funds between wallets of the account",
  access: { kind: "private", permission: "transfer" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    fromType: enumeration(CLASSIC_WALLET_WORDS),
    toType: enumeration(CLASSIC_WALLET_WORDS),
    amount: decimal(),
    coin: coin(),
    symbol: Type.Optional(symbol({ description: "Needed with isolated_margin" })),
    clientOid: Type.Optional(clientOidV2()),
  }),
  response: Type.Object({ transferId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const currency = accounts.currency(request.coin);
    if (currency === undefined) throw rejectionError("currency_not_found", "transfer");
    const fromWallet = walletOfWord(request.fromType);
    const toWallet = walletOfWord(request.toType);
    for (const wallet of [fromWallet, toWallet]) {
      if (!currenciesIn(context, wallet).has(currency.index)) throw wireError("40077");
    }
    const pair = [fromWallet, toWallet].includes("isolated_margin")
      ? isolatedPair(context, request.symbol)
      : 0;
    const amount = parseUnits(request.amount, currency.decimals);
    if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong("amount");
    const user = context.principal.userIndex;
    const command = {
      kind: "transfer",
      fromUser: user,
      fromWallet,
      toUser: user,
      toWallet,
      currency: currency.index,
      amount: atoms(amount),
      clientTransferId: request.clientOid ?? "",
      fromInstrument: fromWallet === "isolated_margin" ? pair : 0,
      toInstrument: toWallet === "isolated_margin" ? pair : 0,
      mayBorrow: false,
    } as const;
    const outcome = await submitAccepted(context, command, "transfer");
    return { transferId: wireId(outcome.id), clientOid: request.clientOid ?? "" };
  },
});
