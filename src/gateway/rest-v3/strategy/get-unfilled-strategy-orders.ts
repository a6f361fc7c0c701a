import { Type } from "typebox";
import {
  halvesOf,
  isTpsl,
  strategyRowSchema,
  strategyRows,
} from "../../../wire/v3/strategy-rows.ts";
import { backingOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { STRATEGY_FILTERS } from "./strategy-filters.ts";

export const getUnfilledStrategyOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/unfilled-strategy-orders"],
  version: "v3",
  summary: "Pending strategy orders, newest first",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object(STRATEGY_FILTERS),
  response: Type.Array(strategyRowSchema),
  handle(context, request) {
    const wanted = instrumentFilter(context, request);
    const backing = backingOfWire(request.category);
    const { plans } = context.exchange.live;
    const user = context.principal.userIndex;
    return plans
      .of(user)
      .filter(
        (plan) =>
          wanted?.includes(plan.instrument) !== false &&
          (backing === undefined || plan.backing === backing) &&
          (request.type === undefined || isTpsl(plan) === (request.type === "tpsl")),
      )
      .flatMap((plan) => {
        const halves = halvesOf(plan, plans.ownById(user, plan.pairedId));
        // One row, that of the first half, shows both halves of an order.
        if (halves.plan !== plan) return [];
        return strategyRows(context.exchange.accounts, plan, halves.other);
      });
  },
});
