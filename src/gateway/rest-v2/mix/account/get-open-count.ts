import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { parseUnits } from "../../../../core/money/decimals.ts";
import { type Lots, lots, type Ticks } from "../../../../core/money/units.ts";
import { sizeLimitText } from "../../../../wire/sizes.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, decimal, integer } from "../../../http/fields.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";
import { askedPrice } from "./opening-price.ts";

const E6 = 1_000_000n;

/**
 * Returns the most lots that `amount` opens: amount ÷ (notional of a lot × (1 ÷ leverage + taker
 * rate)), rounded down; at most the largest order. The buffer of opening (trading-rules.md section
 * 2.1) raises the rate.
 */
function openable(
  instrument: Instrument,
  by: {
    readonly amount: bigint;
    readonly price: Ticks;
    readonly leverage: number;
  },
): Lots {
  const { feeUpRatio } = instrument.limits;
  const leverage = BigInt(by.leverage);
  const price = BigInt(by.price);
  const rateE12 = BigInt(instrument.takerRate) * (E6 + BigInt(feeUpRatio));
  const costE12 = E6 * E6 + leverage * rateE12;
  const top = by.amount * leverage * E6 * E6;
  const size = instrument.isInverse
    ? (top * price) / (instrument.atomTicksPerLot * costE12)
    : top / (price * instrument.atomsPerTickLot * costE12);
  const max = BigInt(instrument.sizeLotsMax);
  return lots(Number(size < max ? size : max));
}

export const getOpenCount = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/open-count"],
  version: "v2",
  summary: "Estimate of the size that an amount opens, its fee included",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    openAmount: decimal(),
    openPrice: decimal(),
    leverage: integer({ min: 1, max: 1_000, default: 20 }),
  }),
  response: Type.Object({ size: Type.String() }),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const decimals = context.exchange.accounts.currencyAt(instrument.settle)?.decimals ?? 0;
    const amount = parseUnits(request.openAmount, decimals);
    if (amount === undefined) throw context.errors.wrong("openAmount");
    if (request.leverage > instrument.leverageMax) {
      throw rejectionError("leverage_out_of_range", "v2_mix");
    }
    const price = askedPrice(instrument, request.openPrice);
    const size = openable(instrument, { amount, price, leverage: request.leverage });
    return { size: sizeLimitText(instrument, size, price) };
  },
});
