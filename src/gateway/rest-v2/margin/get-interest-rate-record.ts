import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, timestampMs } from "../../http/fields.ts";
import { windowOf } from "../shared/paging.ts";
import { figuresOf } from "./loan-figures.ts";
import { currencyNamed, termsNamed } from "./margin-mode.ts";

const SPAN_DAYS_MAX = 90;

export const getInterestRateRecord = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/margin/interest-rate-record"],
  version: "v2",
  summary: "The rate a coin is lent at in crossed margin now",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    coin: coin(),
    startTime: Type.Optional(timestampMs()),
    endTime: Type.Optional(timestampMs()),
  }),
  response: Type.Object({
    coin: Type.String(),
    dailyInterestRate: Type.String(),
    annualInterestRate: Type.String(),
    updatedTime: Type.String(),
  }),
  handle(context, request) {
    windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
    const currency = currencyNamed(context, request.coin);
    const { userIndex: user } = context.principal;
    const place = { user, wallet: "crossed_margin", instrument: undefined } as const;
    const figures = figuresOf(context, termsNamed(context, place, currency));
    return {
      coin: figures.code,
      dailyInterestRate: figures.daily,
      annualInterestRate: figures.annual,
      updatedTime: String(context.requestTimeMs),
    };
  },
});
