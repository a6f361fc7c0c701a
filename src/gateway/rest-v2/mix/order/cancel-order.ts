import { Type } from "typebox";
import type { OutcomeItem } from "../../../../core/base/outcome.ts";
import type { CancelOrder } from "../../../../core/commands/commands.ts";
import { URGENT } from "../../../../sequencer/port.ts";
import { wireId } from "../../../../wire/ids.ts";
import {
  defineEndpoint,
  defineTradeEndpoint,
  type PrivateContext,
} from "../../../http/endpoint.ts";
import {
  batchOf,
  clientOidV2,
  coin,
  id,
  type ProductType,
  productType,
  symbol,
} from "../../../http/fields.ts";
import { WireError } from "../../../http/wire-error.ts";
import { checkReceiveWindow } from "../../../orders/receive-window.ts";
import { cancelMixOrderRequestV2, cancelMixOrderV2 } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import {
  BATCH_ITEMS_MAX,
  type BatchAnswer,
  batchAnswer,
  batchResponse,
  runBatch,
} from "../../shared/batch.ts";
import { clientOidOf } from "../../shared/find-orders.ts";
import { categoryOf, mixInstrument, mixInstruments } from "../../shared/instruments.ts";
import { RECEIVE_WINDOW_FIELDS } from "../../shared/paging.ts";
import { orderContext, submitAccepted, submitAll } from "../../shared/submit.ts";

export const cancelMixOrder = defineTradeEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/cancel-order"],
  version: "v2",
  summary: "Cancel a futures order by its id or client id",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: cancelMixOrderRequestV2,
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    mixInstrument(context, request);
    const command = cancelMixOrderV2(orderContext(context), request);
    const { id: orderId } = await submitAccepted(context, command, "v2_mix", URGENT);
    return { orderId: wireId(orderId), clientOid: clientOidOf(context, orderId) };
  },
});

interface Scope {
  readonly productType: ProductType;
  readonly symbol?: string;
  readonly marginCoin?: string;
}

/** Cancels every open order in scope; throws 22001 when there is none. */
async function cancelAll(context: PrivateContext, scope: Scope): Promise<BatchAnswer> {
  const named = mixInstruments(context, scope);
  const isWholeLine = scope.symbol === undefined && scope.marginCoin === undefined;
  const places = isWholeLine ? [0] : named.map(({ index }) => index + 1);
  const user = context.principal.userIndex;
  const category = categoryOf(scope.productType);
  const commands = places.map(
    (instrument) => ({ kind: "cancel_orders", user, category, instrument }) as const,
  );
  const items: OutcomeItem[] = [];
  for (const outcome of await submitAll(context, commands, URGENT)) {
    if (outcome instanceof WireError) throw outcome;
    const { rejection } = outcome;
    if (rejection !== undefined && rejection !== "no_orders") {
      throw rejectionError(rejection, "v2_mix");
    }
    items.push(...(outcome.items ?? []));
  }
  if (items.length === 0) throw rejectionError("no_orders", "v2_mix");
  const ids = (item: OutcomeItem) => ({
    orderId: wireId(item.orderId),
    clientOid: item.clientOrderId,
  });
  return { successList: items.map(ids), failureList: [] };
}

export const batchCancelMixOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/batch-cancel-orders"],
  version: "v2",
  summary: "Cancel up to 50 futures orders, or all of a symbol or product line",
  description: "Without orderIdList every open order of the symbol or the line is cancelled.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  batch: true,
  urgent: true,
  request: Type.Object({
    productType: productType(),
    symbol: Type.Optional(symbol({ description: "Needed with orderIdList" })),
    marginCoin: Type.Optional(coin()),
    orderIdList: Type.Optional(
      batchOf(
        Type.Object({ orderId: Type.Optional(id()), clientOid: Type.Optional(clientOidV2()) }),
        { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" },
      ),
    ),
  }),
  response: batchResponse,
  async handle(context, request) {
    const { orderIdList, symbol: name } = request;
    if (orderIdList === undefined) return cancelAll(context, request);
    if (name === undefined) throw context.errors.missing("symbol");
    const orders = orderContext(context);
    const { orderIdList: _list, ...named } = request;
    mixInstrument(context, { ...named, symbol: name });
    const results = await runBatch(context, orderIdList, {
      dialect: "v2_mix",
      options: URGENT,
      toCommand: (item): CancelOrder =>
        cancelMixOrderV2(orders, { ...named, symbol: name, ...item }),
      clientOid: (_command, item) => item.clientOid ?? "",
    });
    return batchAnswer(results);
  },
});

export const cancelAllMixOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/cancel-all-orders"],
  version: "v2",
  summary: "Cancel all open orders of a product line, or of one of its symbols",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: Type.Object({
    productType: productType(),
    symbol: Type.Optional(symbol()),
    marginCoin: Type.Optional(coin()),
    ...RECEIVE_WINDOW_FIELDS,
  }),
  response: batchResponse,
  handle(context, request) {
    checkReceiveWindow(request, context.requestTimeMs);
    return cancelAll(context, request);
  },
});
