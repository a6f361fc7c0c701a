/** Fee table: one level, with the rates of the listed instruments. */
import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { rateE6Text } from "../../../wire/texts.ts";

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

/** Returns level 0 with the highest rates among `instruments`; no level without instruments. */
export function feeLevelsOf(instruments: readonly Instrument[]) {
  if (instruments.length === 0) return [];
  const takerRate = Math.max(...instruments.map((one) => one.takerRate));
  const makerRate = Math.max(...instruments.map((one) => one.makerRate));
  return [
    {
      level: "0",
      dealAmount: "0",
      assetAmount: "0",
      takerFeeRate: rateE6Text(takerRate),
      makerFeeRate: rateE6Text(makerRate),
      btcWithdrawAmount: "0",
      usdtWithdrawAmount: "0",
    },
  ];
}
