import { Type } from "typebox";
import { feeRoundedUp } from "../../../core/money/arithmetic.ts";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../../core/money/units.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { decimal, enumeration } from "../../http/fields.ts";
import {
  fiatOf,
  P2P_READ,
  PAIR_FIELDS,
  p2pAtoms,
  SIDE_FIELD,
  tokenOf,
} from "../../p2p/p2p-request.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const simulateP2pFee = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/fee-simulate"],
  version: "v3",
  summary: "Fee of a trade of an amount at the exchange rate",
  description:
    "Buyers pay the fee, out of what they receive. There are no taxes and no private market.",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...PAIR_FIELDS,
    side: SIDE_FIELD,
    marketType: enumeration(["public", "private"]),
    amount: decimal({ description: "In fiat" }),
  }),
  response: Type.Object({
    feeToken: Type.String(),
    feeAmount: Type.String(),
    taxToken: Type.String(),
    taxAmount: Type.String(),
  }),
  handle(context, request) {
    const { p2p } = context.exchange.accounts;
    const currency = tokenOf(context, request.token);
    const fiat = fiatOf(context, request.fiat);
    const value = { name: "amount", value: request.amount };
    const amount = p2pAtoms(context, value, fiat.decimals);
    const rate = p2p.exchangeRate(currency.index, fiat.index);
    if (rate === undefined) return rejectionError("p2p_price_missing", "v3");
    const quantity = (amount * 10n ** BigInt(currency.decimals)) / rate;
    if (quantity > ATOMS_MAX) throw context.errors.outOfRange("amount");
    const token = p2p.token(currency.index);
    const isCharged = request.side === "buy" && token !== undefined;
    const fee = isCharged ? feeRoundedUp(atoms(quantity), token.fee) : 0n;
    const feeAmount = formatTrimmed(fee, currency.decimals);
    return { feeToken: currency.code, feeAmount, taxToken: fiat.code, taxAmount: "0" };
  },
});
