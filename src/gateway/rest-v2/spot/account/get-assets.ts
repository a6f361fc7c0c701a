import { Type } from "typebox";
import { amountText } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, enumeration } from "../../../http/fields.ts";

export const getSpotAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/assets"],
  version: "v2",
  summary: "Spot balances",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    coin: Type.Optional(coin()),
    assetType: enumeration(["hold_only", "all"], { default: "hold_only" }),
  }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      available: Type.String(),
      frozen: Type.String({ description: "Reserved by open orders" }),
      locked: Type.String(),
      limitAvailable: Type.String(),
      uTime: Type.String({ description: "Time that the balances are of" }),
    }),
  ),
  handle(context, request) {
    const { exchange, principal } = context;
    const { accounts, live } = exchange;
    const named = request.coin === undefined ? undefined : accounts.currency(request.coin);
    if (request.coin !== undefined && named === undefined) throw context.errors.unknown("coin");
    const listed = named === undefined ? accounts.currencies() : [named];
    const isAll = request.assetType === "all" || named !== undefined;
    return listed
      .map((currency) => accounts.balance(principal.userIndex, "spot", currency))
      .filter(({ balance }) => isAll || balance > 0n)
      .map(({ currency, available, hold }) => ({
        coin: currency.code,
        available: amountText(exchange.accounts, currency.index, available),
        frozen: amountText(exchange.accounts, currency.index, hold),
        locked: "0",
        limitAvailable: "0",
        uTime: String(live.timeMs),
      }));
  },
});
