/** Own orders, plans and positions of a market as lines of the chart. */
import Big from "big.js";
import type { AccountClient } from "../../accounts/account-client.ts";
import type { Order, Plan, Position } from "../../accounts/model.ts";
import { short } from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";

export type LineKind = "buy" | "sell" | "plan" | "entry" | "liquidation" | "profit" | "loss";

export type ChartLine = {
  readonly id: string;
  readonly kind: LineKind;
  readonly label: string;
  /** Decimal text. */
  readonly price: string;
  /** Moves the line to a price; absent for lines that follow from others. */
  readonly move?: (price: string) => Promise<void>;
  /** Takes away what the line stands for. */
  readonly remove?: () => Promise<void>;
};

function orderLine(client: AccountClient, order: Order): ChartLine {
  return {
    id: `order ${order.id}`,
    kind: order.side,
    label: `${order.side === "buy" ? "Buy" : "Sell"} ${short(order.size)}`,
    price: order.price,
    move: (price) => client.amend(order, { price }),
    remove: () => client.cancel([order]),
  };
}

function planLine(client: AccountClient, plan: Plan): ChartLine {
  return {
    id: `plan ${plan.id}`,
    kind: "plan",
    label: `${plan.kind === "trailing" ? "Trailing" : "Trigger"} ${plan.side} ${short(plan.size)}`,
    price: plan.triggerPrice,
    move: (triggerPrice) => client.amendPlan(plan, { triggerPrice }),
    remove: () => client.cancelPlans([plan]),
  };
}

/** Lines of exits of a part of a position; a plan with both has a line for each. */
function partExitLines(client: AccountClient, plan: Plan): readonly ChartLine[] {
  const exit = (kind: "takeProfit" | "stopLoss"): ChartLine => {
    const isProfit = kind === "takeProfit";
    return {
      ...{ id: `plan ${plan.id} ${kind}`, kind: isProfit ? "profit" : "loss", price: plan[kind] },
      label: `${isProfit ? "TP" : "SL"} ${short(plan.size)}`,
      move: (price) => client.amendPlan(plan, { [kind]: price }),
      // A plan with both ends as a whole.
      ...(plan.kind === "exits" ? {} : { remove: () => client.cancelPlans([plan]) }),
    };
  };
  return [exit("takeProfit"), exit("stopLoss")];
}

function positionLines(client: AccountClient, position: Position): readonly ChartLine[] {
  const { entryPrice, instrumentKey, liquidationPrice, side, size, stopLoss, takeProfit } =
    position;
  const id = `position ${instrumentKey} ${side}`;
  const exit = (kind: "takeProfit" | "stopLoss", price: string): ChartLine => {
    const set = (changed: string): Promise<void> =>
      client.setExits(position, { takeProfit, stopLoss, [kind]: changed });
    const isProfit = kind === "takeProfit";
    return {
      ...{ id: `${id} ${kind}`, kind: isProfit ? "profit" : "loss", price },
      label: isProfit ? "Take profit" : "Stop loss",
      move: set,
      remove: () => set(""),
    };
  };
  return [
    { id, kind: "entry", label: `${side} ${short(size)}`, price: entryPrice },
    {
      ...{ id: `${id} liquidation`, kind: "liquidation", label: "Liquidation" },
      price: liquidationPrice,
    },
    exit("takeProfit", takeProfit),
    exit("stopLoss", stopLoss),
  ];
}

/** Returns the lines of a market, those without a price left out. */
export function linesOf(client: AccountClient, instrument: Instrument): readonly ChartLine[] {
  const isShown = (row: { readonly instrumentKey: string }): boolean =>
    row.instrumentKey === instrument.key;
  const { state } = client;
  const linesOfPlan = (plan: Plan): readonly ChartLine[] => {
    if (plan.kind === "trigger" || plan.kind === "trailing") return [planLine(client, plan)];
    // Exits of whole positions are lines of their positions.
    return plan.size === "" ? [] : partExitLines(client, plan);
  };
  return [
    ...state
      .orders()
      .filter(isShown)
      .map((order) => orderLine(client, order)),
    ...state.plans().filter(isShown).flatMap(linesOfPlan),
    ...state
      .positions()
      .filter(isShown)
      .flatMap((position) => positionLines(client, position)),
  ].filter(({ price }) => Number(price) > 0);
}

/** Returns a price rounded to the price step of a market, decimal text. */
export function onStep(price: number, { priceDecimals, priceStep }: Instrument): string {
  const step = new Big(priceStep);
  const value = new Big(Math.max(price, 0));
  const rounded = step.lte(0) ? value : value.div(step).round(0, Big.roundHalfUp).times(step);
  return rounded.toFixed(priceDecimals);
}
