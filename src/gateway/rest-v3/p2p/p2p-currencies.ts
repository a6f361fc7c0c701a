import { type Static, Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { RATIO_DECIMALS, wireMethod } from "../../p2p/p2p-request.ts";
import { methodName } from "../../p2p/p2p-rows.ts";

export const currenciesSchema = Type.Object({
  tokenDetailList: Type.Array(Type.Object({ token: Type.String(), precision: Type.String() })),
  fiatDetailList: Type.Array(
    Type.Object({
      fiat: Type.String(),
      precision: Type.String(),
      floatRateMin: Type.String({ description: "Floating price ÷ exchange rate" }),
      floatRateMax: Type.String(),
      fixedRateMin: Type.String({ description: "Fixed price ÷ exchange rate" }),
      fixedRateMax: Type.String(),
      adMinLimit: Type.String({ description: "Of an order, in fiat" }),
      adMaxLimit: Type.String({ description: "Of an order, in fiat" }),
      payMethods: Type.Array(
        Type.Object({
          payMethodName: Type.String(),
          iconUrl: Type.String({ description: "Empty: there are no icons" }),
          payMethodId: Type.String(),
        }),
      ),
      withdrawalLimit: Type.Object({
        withdrawLimitKey: Type.String({ description: "Empty: trades do not limit withdrawals" }),
        withdrawLimitValue: Type.String(),
      }),
      payTimeLimit: Type.Array(Type.Number(), { description: "Minutes" }),
    }),
  ),
});

/** Returns all that is traded, with its bounds. */
export function currenciesOf(accounts: LiveAccounts): Static<typeof currenciesSchema> {
  const ratio = (millionths: number): string => formatTrimmed(millionths, RATIO_DECIMALS);
  return {
    tokenDetailList: accounts.p2p.tokens.map(({ currency }) => {
      const { code = "", decimals = 0 } = accounts.currencyAt(currency) ?? {};
      return { token: code, precision: String(decimals) };
    }),
    fiatDetailList: accounts.p2p.fiats.map((fiat) => ({
      fiat: fiat.code,
      precision: String(fiat.decimals),
      floatRateMin: ratio(fiat.floatMinE6),
      floatRateMax: ratio(fiat.floatMaxE6),
      fixedRateMin: ratio(fiat.fixedMinE6),
      fixedRateMax: ratio(fiat.fixedMaxE6),
      adMinLimit: formatTrimmed(fiat.amountMin, fiat.decimals),
      adMaxLimit: formatTrimmed(fiat.amountMax, fiat.decimals),
      payMethods: fiat.methods.map((method) => ({
        payMethodName: methodName(accounts, method),
        ...{ iconUrl: "", payMethodId: wireMethod(method) },
      })),
      withdrawalLimit: { withdrawLimitKey: "", withdrawLimitValue: "" },
      payTimeLimit: [...fiat.payMinutes],
    })),
  };
}
