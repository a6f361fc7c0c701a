/** Plans and exits of a classic account. Functions reject with `WireFailure`. */
import { post } from "../../wire/rest.ts";
import { WireFailure } from "../../wire/wire-failure.ts";
import type { AccountClient } from "../account-client.ts";
import { newClientId } from "../client-id.ts";
import type { ExitPrices, NewPlan, Plan, Position } from "../model.ts";
import { checkBatch, contract, keyOf, type Placed } from "./classic-orders.ts";
import { present, sides } from "./classic-requests.ts";
import { percent, triggerWord } from "./classic-words.ts";

type PlanChange = Parameters<AccountClient["amendPlan"]>[1];

export async function placePlan(plan: NewPlan): Promise<string> {
  const isLimit = plan.type === "limit" && plan.kind === "trigger";
  const common = {
    triggerPrice: plan.triggerPrice,
    triggerType: triggerWord(plan.triggerBy),
    size: plan.amount ?? plan.size,
    clientOid: plan.clientId ?? newClientId(),
    orderType: isLimit ? "limit" : "market",
  };
  if (plan.category === "spot") {
    if (plan.kind === "trailing" || plan.marginMode !== "spot") {
      const message =
        "Classic accounts have trailing orders and trigger orders of margin on futures";
      throw new WireFailure("unsupported", message, 0);
    }
    const { side, symbol } = plan;
    const executePrice = isLimit ? plan.price : undefined;
    const planType = plan.amount === undefined ? "amount" : "total";
    const body = present({ ...common, symbol, side, executePrice, planType });
    return (await post<Placed>("/api/v2/spot/trade/place-plan-order", body)).orderId;
  }
  const body = present({
    ...common,
    ...contract({ ...plan, instrumentKey: keyOf(plan) }),
    ...sides(plan.side, plan.positionSide),
    marginMode: plan.marginMode,
    planType: plan.kind === "trailing" ? "track_plan" : "normal_plan",
    price: isLimit ? plan.price : undefined,
    callbackRatio: plan.callbackRate === undefined ? undefined : percent(plan.callbackRate),
    reduceOnly: plan.reduceOnly === true && plan.positionSide === undefined ? "YES" : undefined,
    stopSurplusTriggerPrice: plan.takeProfit,
    stopLossTriggerPrice: plan.stopLoss,
  });
  return (await post<Placed>("/api/v2/mix/order/place-plan-order", body)).orderId;
}

export async function amendPlan(plan: Plan, changed: PlanChange): Promise<void> {
  const { orderPrice, size, triggerPrice = plan.triggerPrice } = changed;
  if (plan.category === "spot") {
    const executePrice = orderPrice ?? plan.orderPrice;
    const orderType = executePrice === "" ? "market" : "limit";
    const terms = { triggerPrice, orderType, executePrice, size: size ?? plan.size };
    const body = present({ orderId: plan.id, ...terms });
    await post("/api/v2/spot/trade/modify-plan-order", body);
    return;
  }
  if (plan.kind === "trigger" || plan.kind === "trailing") {
    const body = present({
      ...contract(plan),
      orderId: plan.id,
      planType: plan.kind === "trailing" ? "track_plan" : "normal_plan",
      newTriggerPrice: changed.triggerPrice,
      newSize: size,
      newPrice: orderPrice === "" ? "0" : orderPrice,
      newCallbackRatio:
        changed.callbackRate === undefined ? undefined : percent(changed.callbackRate),
      newStopSurplusTriggerPrice: changed.takeProfit === "" ? "0" : changed.takeProfit,
      newStopLossTriggerPrice: changed.stopLoss === "" ? "0" : changed.stopLoss,
    });
    await post("/api/v2/mix/order/modify-plan-order", body);
    return;
  }
  const named = plan.kind === "take_profit" ? changed.takeProfit : changed.stopLoss;
  const body = present({
    ...contract(plan),
    orderId: plan.id,
    triggerPrice: named ?? triggerPrice,
    executePrice: orderPrice === "" ? "0" : orderPrice,
    size,
  });
  await post("/api/v2/mix/order/modify-tpsl-order", body);
}

export async function cancelPlan(plan: Plan): Promise<void> {
  if (plan.category === "spot") {
    await post("/api/v2/spot/trade/cancel-plan-order", { orderId: plan.id });
    return;
  }
  const body = { ...contract(plan), orderIdList: [{ orderId: plan.id }] };
  checkBatch(await post("/api/v2/mix/order/cancel-plan-order", body));
}

/** Changes the exits of a whole position; `plans` are the waiting ones of the account. */
export async function setExits(
  position: Position,
  exits: ExitPrices,
  plans: readonly Plan[],
): Promise<void> {
  const own = plans.filter(
    (plan) =>
      plan.instrumentKey === position.instrumentKey &&
      plan.size === "" &&
      (plan.positionSide ?? (plan.side === "sell" ? "long" : "short")) === position.side,
  );
  const profit = own.find(({ kind }) => kind === "take_profit");
  const loss = own.find(({ kind }) => kind === "stop_loss");
  const isNewProfit = profit === undefined && exits.takeProfit !== "";
  const isNewLoss = loss === undefined && exits.stopLoss !== "";
  const works: Promise<void>[] = [];
  if (profit !== undefined) works.push(changeExit(profit, exits.takeProfit));
  if (loss !== undefined) works.push(changeExit(loss, exits.stopLoss));
  await Promise.all(works);
  if (!isNewProfit && !isNewLoss) return;
  await post(
    "/api/v2/mix/order/place-pos-tpsl",
    present({
      ...contract(position),
      holdSide: holdSideOf(position),
      stopSurplusTriggerPrice: isNewProfit ? exits.takeProfit : undefined,
      stopLossTriggerPrice: isNewLoss ? exits.stopLoss : undefined,
      stopSurplusClientOid: isNewProfit ? newClientId() : undefined,
      stopLossClientOid: isNewLoss ? newClientId() : undefined,
    }),
  );
}

async function changeExit(plan: Plan, triggerPrice: string): Promise<void> {
  if (triggerPrice === plan.triggerPrice) return;
  if (triggerPrice === "") await cancelPlan(plan);
  else await amendPlan(plan, { triggerPrice });
}

/** Word for the position: in one-way mode the side of the order that opened it. */
function holdSideOf({ isHedge, side }: Position): string {
  if (isHedge) return side;
  return side === "long" ? "buy" : "sell";
}
