import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { crossedLevel, figuresOf, levelOf } from "./loan-figures.ts";
import { CROSSED, currencyNamed, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";

export const getCrossedRateAndLimit = defineEndpoint({
  method: "GET",
  paths: [marginPath(CROSSED, "interest-rate-and-limit")],
  version: "v2",
  summary: "Interest and largest loan of a coin in crossed margin",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({ coin: coin() }),
  response: Type.Array(
    Type.Object({
      transferable: Type.Boolean(),
      leverage: Type.String(),
      coin: Type.String(),
      borrowable: Type.Boolean(),
      dailyInterestRate: Type.String(),
      annualInterestRate: Type.String(),
      maxBorrowableAmount: Type.String(),
      vipList: Type.Array(crossedLevel),
    }),
  ),
  handle(context, request) {
    const place = marginPlace(context, CROSSED, undefined);
    const currency = currencyNamed(context, request.coin);
    const figures = figuresOf(context, termsNamed(context, place, currency));
    const { annuallyInterestRate: annualInterestRate, ...level } = levelOf(figures);
    return [
      {
        transferable: true,
        leverage: figures.leverage,
        coin: figures.code,
        borrowable: figures.isBorrowable,
        dailyInterestRate: figures.daily,
        annualInterestRate: figures.annual,
        maxBorrowableAmount: figures.largest,
        vipList: [{ ...level, annualInterestRate }],
      },
    ];
  },
});
