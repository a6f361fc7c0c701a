import { Type } from "typebox";
import { PLAN_KINDS } from "../../../core/base/vocabulary.ts";
import { CLOSED_PLAN_STATUSES } from "../../../projections/live/plan-status.ts";
import { planViewOfRow } from "../../../wire/plan-view.ts";
import { isTpsl, strategyRowSchema, strategyRows } from "../../../wire/v3/strategy-rows.ts";
import { backingOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";
import { STRATEGY_FILTERS } from "./strategy-filters.ts";

const TPSL_KINDS = PLAN_KINDS.filter((planKind) => isTpsl({ planKind }));

const TRIGGER_KINDS = PLAN_KINDS.filter((planKind) => !isTpsl({ planKind }));

export const getHistoryStrategyOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/history-strategy-orders"],
  version: "v3",
  summary: "Executed, failed and cancelled strategy orders, newest first",
  description:
    "Of the last 90 days, at most 30 days per query. Take-profit and stop-loss that were one " +
    "order have a row each.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({ ...STRATEGY_FILTERS, ...PAGING_FIELDS }),
  response: Type.Object({ list: Type.Array(strategyRowSchema), cursor: Type.String() }),
  async handle(context, request) {
    const { type } = request;
    const { rows, hasMore } = await context.exchange.history.plans({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      instruments: instrumentFilter(context, request),
      backing: backingOfWire(request.category),
      kinds: type === undefined ? undefined : type === "tpsl" ? TPSL_KINDS : TRIGGER_KINDS,
      statuses: CLOSED_PLAN_STATUSES,
    });
    const { accounts } = context.exchange;
    const list = rows.flatMap((row) => strategyRows(accounts, planViewOfRow(row), undefined));
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
