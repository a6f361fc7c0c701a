import { Type } from "typebox";
import { wireId } from "../../../channels/wire-id.ts";
import { parseUnits } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../../core/money/units.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, coin, decimal, enumeration, symbol, yesNo } from "../../http/fields.ts";
import { submitted } from "../../orders/submitted.ts";
import { UNSTAMPED } from "../../orders/unstamped.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";
import { ACCOUNT_WORDS, walletOfWord } from "./wallet-words.ts";

export const transfer = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/transfer"],
  version: "v3",
  summary: "Move a coin between the unified and the funding account",
  description:
    "uta is the unified account, spot and p2p the funding account. With allowBorrow yes an " +
    "advanced account owes what it misses of a coin that is lent.",
  access: { kind: "private", permission: "uta_mgt_write" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    fromType: enumeration(ACCOUNT_WORDS),
    toType: enumeration(ACCOUNT_WORDS),
    amount: decimal(),
    coin: coin(),
    symbol: Type.Optional(symbol()),
    clientOid: Type.Optional(clientOidV2()),
    allowBorrow: Type.Optional(yesNo()),
  }),
  response: Type.Object({ transferId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    const currency = coinOf(context, request.coin);
    if (request.allowBorrow === true && request.fromType !== "uta") {
      throw context.errors.wrong("allowBorrow");
    }
    const amount = parseUnits(request.amount, currency.decimals);
    if (amount === undefined) throw context.errors.wrong("amount");
    if (amount > ATOMS_MAX) throw context.errors.outOfRange("amount");
    const user = context.principal.userIndex;
    const clientOid = request.clientOid ?? "";
    const { rejection, id } = await submitted(context.exchange.commands, {
      kind: "transfer",
      ...UNSTAMPED,
      fromUser: user,
      fromWallet: walletOfWord(request.fromType),
      toUser: user,
      toWallet: walletOfWord(request.toType),
      currency: currency.index,
      amount: atoms(amount),
      clientTransferId: clientOid,
      fromInstrument: 0,
      toInstrument: 0,
      mayBorrow: request.allowBorrow === true,
    });
    if (rejection === undefined) return { transferId: wireId(id), clientOid };
    const isShort = rejection === "insufficient_available" || rejection === "insufficient_margin";
    return rejectionError(rejection, isShort ? "transfer" : "v3");
  },
});
