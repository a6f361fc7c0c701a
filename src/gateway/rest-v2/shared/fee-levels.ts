/** Fee table: the level of users without one, and those that the operator set. */
import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import type { EndpointContext } from "../../http/endpoint.ts";

export const feeLevels = Type.Array(
  Type.Object({
    level: Type.String(),
    dealAmount: Type.String({ description: "Traded volume from which the level holds" }),
    assetAmount: Type.String({ description: "Assets from which the level holds" }),
    takerFeeRate: Type.String(),
    makerFeeRate: Type.String(),
    btcWithdrawAmount: Type.String(),
    usdtWithdrawAmount: Type.String(),
  }),
);

/**
 * Returns the levels from 0, each with the highest rates among `instruments`; none without
 * instruments. Levels follow from no volume or assets: the operator gives them.
 */
export function feeLevelsOf({ exchange }: EndpointContext, instruments: readonly Instrument[]) {
  if (instruments.length === 0) return [];
  const { fees } = exchange.accounts;
  return [0, ...fees.levels().map(([level]) => level)].map((level) => {
    const rates = instruments.map((one) => fees.atLevel(one, level));
    return {
      level: String(level),
      dealAmount: "0",
      assetAmount: "0",
      takerFeeRate: rateE6Text(Math.max(...rates.map((one) => one.takerRate))),
      makerFeeRate: rateE6Text(Math.max(...rates.map((one) => one.makerRate))),
      btcWithdrawAmount: "0",
      usdtWithdrawAmount: "0",
    };
  });
}
