import { Type } from "typebox";
import { formatRatio } from "../../../core/money/decimals.ts";
import { coinText, usdE8Text } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

/** Hours of a day × scale of rates. */
const HOURLY_SCALE = 24n * 100_000_000n;
const RATE_DECIMALS = 12;

export const getLoanData = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/loan-data"],
  version: "v3",
  summary: "What the account owes, and what the next hour of it costs",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    currentLoans: Type.String({ description: "All debts, in US dollars" }),
    interestPaymentTime: Type.String({ description: "When interest falls due next" }),
    debtCoinList: Type.Array(
      Type.Object({
        coin: Type.String(),
        debt: Type.String(),
        interestFreeAmount: Type.String({ description: "What of the debt costs nothing now" }),
        interestRateNextHour: Type.String(),
      }),
    ),
  }),
  handle(context) {
    const { accounts } = context.exchange;
    const { userIndex } = context.principal;
    const owed = accounts.debts.coins(userIndex).filter(({ debt }) => debt > 0n);
    return {
      currentLoans: usdE8Text(accounts.unified(userIndex).debtUsd),
      interestPaymentTime: String(accounts.debts.nextInterestMs),
      debtCoinList: owed.map(({ currency, dailyRate, debt, interestFree }) => ({
        coin: currency.code,
        debt: coinText(currency, debt),
        interestFreeAmount: coinText(currency, interestFree),
        interestRateNextHour: formatRatio(BigInt(dailyRate), HOURLY_SCALE, RATE_DECIMALS),
      })),
    };
  },
});
