import { clientIdOf } from "../../../../core/base/id-text.ts";
import type { OutcomeItem } from "../../../../core/base/outcome.ts";
import { URGENT } from "../../../../sequencer/port.ts";
import { wireId } from "../../../../wire/ids.ts";
import type { ProductType } from "../../../../wire/words/categories.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { WireError } from "../../../http/wire-error.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import type { BatchAnswer } from "../../shared/batch.ts";
import { categoryOf, mixInstruments } from "../../shared/instruments.ts";
import { submitAll } from "../../shared/submit.ts";

interface CancelScope {
  readonly productType: ProductType;
  readonly symbol?: string;
  readonly marginCoin?: string;
}

/** Cancels every open order in scope; throws 22001 when there is none. */
export async function cancelOrdersInScope(
  context: PrivateContext,
  scope: CancelScope,
): Promise<BatchAnswer> {
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
    clientOid: clientIdOf(item.orderId, item.clientOrderId),
  });
  return { successList: items.map(ids), failureList: [] };
}
