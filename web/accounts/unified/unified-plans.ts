/** Plans and exits of a unified account. All functions reject with `WireFailure`. */
import { post } from "../../wire/rest.ts";
import { WireFailure } from "../../wire/wire-failure.ts";
import type { AccountClient } from "../account-client.ts";
import { newClientId } from "../client-id.ts";
import type { ExitPrices, NewPlan, Plan, Position } from "../model.ts";
import { changedExits, newExits, triggerBody, wireCategory } from "./unified-requests.ts";

type PlanChange = Parameters<AccountClient["amendPlan"]>[1];
type Placed = { readonly orderId: string };

const PLACE = "/api/v3/trade/place-strategy-order";

export async function placePlan(plan: NewPlan): Promise<string> {
  if (plan.kind === "trailing") {
    throw new WireFailure("unsupported", "Unified accounts have no trailing orders", 0);
  }
  const { orderId } = await post<Placed>(PLACE, triggerBody(plan));
  return orderId;
}

export async function amendPlan(plan: Plan, changed: PlanChange): Promise<void> {
  const { orderPrice, size, triggerPrice } = changed;
  const body: Record<string, string | undefined> = { orderId: plan.id, qty: size };
  if (plan.kind === "trigger") {
    body["triggerPrice"] = triggerPrice;
    body["triggerOrderPrice"] = orderPrice === "" ? undefined : orderPrice;
    if (orderPrice === "") body["triggerOrderType"] = "market";
    Object.assign(body, changedExits(changed));
  } else {
    const isProfit = plan.kind !== "stop_loss";
    body["takeProfit"] = changed.takeProfit ?? (isProfit ? triggerPrice : undefined);
    body["stopLoss"] = changed.stopLoss ?? (isProfit ? undefined : triggerPrice);
  }
  await post("/api/v3/trade/modify-strategy-order", body);
}

export async function cancelPlan({ id }: Plan): Promise<void> {
  await post("/api/v3/trade/cancel-strategy-order", { orderId: id });
}

async function placeExits(position: Position, exits: ExitPrices): Promise<void> {
  if (exits.takeProfit === "" && exits.stopLoss === "") return;
  await post(PLACE, {
    category: wireCategory(position.category),
    symbol: position.symbol,
    type: "tpsl",
    tpslMode: "full",
    posSide: position.side,
    side: position.side === "long" ? "sell" : "buy",
    clientOid: newClientId(),
    ...newExits(exits),
  });
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
      plan.kind !== "trigger" &&
      plan.size === "" &&
      plan.positionSide === position.side,
  );
  const [only] = own;
  const hasSameLegs =
    only !== undefined &&
    own.length === 1 &&
    (only.takeProfit === "") === (exits.takeProfit === "") &&
    (only.stopLoss === "") === (exits.stopLoss === "");
  if (hasSameLegs) {
    const isSame = only.takeProfit === exits.takeProfit && only.stopLoss === exits.stopLoss;
    if (!isSame) await post("/api/v3/trade/modify-strategy-order", modifiedLegs(only, exits));
    return;
  }
  await Promise.all(own.map(cancelPlan));
  try {
    await placeExits(position, exits);
  } catch (thrown) {
    // The position keeps its protection where the new one is refused.
    await Promise.all(own.map((plan) => placeExits(position, plan)));
    throw thrown;
  }
}

function modifiedLegs(plan: Plan, { stopLoss, takeProfit }: ExitPrices): Record<string, string> {
  return { orderId: plan.id, ...newExits({ takeProfit, stopLoss }) };
}
