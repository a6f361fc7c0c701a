/** Bad plans and exits. */
import type { ExitTerms } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import { altered, type Change } from "./forms.ts";
import { PRICED_INSTRUMENTS, UNPRICED_INSTRUMENT } from "./founding.ts";
import { NOTHING, ofAnother, type Spoil, UNKNOWN_USER } from "./spoil.ts";

const PRICE_TOO_HIGH = 2 ** 31 - 1;

const spoiledPlan: Spoil<"place_plan"> = (command, random) => {
  const changes: readonly Change<"place_plan">[] = [
    { user: UNKNOWN_USER },
    { user: 8 },
    { instrument: NOTHING },
    { instrument: UNPRICED_INSTRUMENT },
    { instrument: random.pick(PRICED_INSTRUMENTS) },
    { triggerPrice: 0 },
    { triggerPrice: PRICE_TOO_HIGH },
    { callbackE4: 99 },
    { callbackE4: 1_001, planKind: "trailing" },
    { orderType: "limit", price: 0 },
    { orderType: "limit", price: PRICE_TOO_HIGH },
    { orderType: "market", price: 5 },
    { size: 0 },
    { size: 5_001 },
    { quoteAmount: 1n },
    { quoteAmount: -1n, size: 0 },
    { positionSide: random.pick(["net", "long", "short"] as const) },
    { reduceOnly: true },
    { planKind: "moving", callbackE4: 100, orderType: "market", price: 0 },
    { planKind: "trailing", callbackE4: 100 },
    { profitTrigger: 0, profitPrice: 7 },
    { profitTrigger: PRICE_TOO_HIGH },
    { lossTrigger: PRICE_TOO_HIGH },
    { lossTrigger: 100, lossPrice: PRICE_TOO_HIGH },
    { reduceOnly: true, profitTrigger: 500 },
  ];
  return altered(command, random.pick(changes));
};

const spoiledExits: Spoil<"place_exits"> = (command, random) => {
  const changes: readonly Change<"place_exits">[] = [
    { user: UNKNOWN_USER },
    { user: 8 },
    { instrument: NOTHING },
    { instrument: 0 },
    { instrument: UNPRICED_INSTRUMENT },
    { positionSide: "net" },
    { positionSide: random.pick(["long", "short"] as const) },
    { profitTrigger: 0, profitPrice: 0, lossTrigger: 0, lossPrice: 0 },
    { profitClientOrderId: "same", lossClientOrderId: "same" },
    { profitTrigger: 1 },
    { lossTrigger: PRICE_TOO_HIGH },
    { profitSize: 4_999 },
  ];
  return altered(command, random.pick(changes));
};

const spoiledMarginOrder: Spoil<"place_margin_order_with_exits"> = (command, random) => {
  const changes: readonly Change<"place_margin_order_with_exits">[] = [
    { user: UNKNOWN_USER },
    { user: 2 },
    { instrument: NOTHING },
    { instrument: random.pick([1, 4]) },
    { backing: "crossed_margin" },
    { backing: "default" },
    { loanType: "auto_borrow" },
    { profitTrigger: 0, profitPrice: 0, lossTrigger: 0, lossPrice: 0 },
    { profitTrigger: 1 },
    { lossTrigger: PRICE_TOO_HIGH },
    { size: 4_900, quoteAmount: 0n },
  ];
  return altered(command, random.pick(changes));
};

const spoiledMarginPlan: Spoil<"place_margin_plan"> = (command, random) => {
  const changes: readonly Change<"place_margin_plan">[] = [
    { user: UNKNOWN_USER },
    { user: random.pick([2, 3]) },
    { instrument: NOTHING },
    { instrument: random.pick([1, 4]) },
    { backing: "isolated_margin" },
    { loanType: "auto_borrow" },
    { triggerPrice: 0 },
    { orderType: "limit", price: 0 },
    { size: 5_001 },
    { quoteAmount: 1n },
    { side: "sell", profitTrigger: 500 },
    { profitTrigger: 1 },
  ];
  return altered(command, random.pick(changes));
};

const spoiledMarginExits: Spoil<"place_margin_exits"> = (command, random) => {
  const changes: readonly Change<"place_margin_exits">[] = [
    { user: UNKNOWN_USER },
    { user: random.pick([2, 3]) },
    { instrument: NOTHING },
    { instrument: random.pick([1, 4]) },
    { backing: "default" },
    { profitTrigger: 0, profitPrice: 0, lossTrigger: 0, lossPrice: 0 },
    { lossTrigger: PRICE_TOO_HIGH },
    { side: command.margin?.side === "buy" ? "sell" : "buy" },
    { profitSize: 0, lossSize: 0 },
    { profitSize: 5_001, lossSize: 5_001 },
    { positionSide: "long" },
    { profitClientOrderId: "same", lossClientOrderId: "same" },
  ];
  return altered(command, random.pick(changes));
};

const spoiledAmendment: Spoil<"amend_plan"> = (command, random) => {
  const changes: readonly Change<"amend_plan">[] = [
    { user: UNKNOWN_USER },
    { user: 3 },
    { planId: 77, clientOrderId: "" },
    { planId: 0, clientOrderId: "" },
    {
      triggerBy: "keep",
      triggerPrice: 0,
      callbackE4: 0,
      orderType: "keep",
      price: 0,
      size: 0,
      quoteAmount: 0n,
      setsProfit: false,
      setsLoss: false,
    },
    { triggerPrice: PRICE_TOO_HIGH },
    { callbackE4: 99 },
    { orderType: "limit", price: 0 },
    { orderType: "market", price: 5 },
    { size: 5_001 },
    { setsProfit: true, profitTrigger: 1 },
    { setsLoss: true, setsProfit: true },
  ];
  return altered(command, random.pick(changes));
};

const spoiledOrderExits: Spoil<"amend_order_with_exits"> = (command, random) => {
  const changes: readonly Change<"amend_order_with_exits">[] = [
    { user: UNKNOWN_USER },
    { user: 3 },
    { orderId: 77, clientOrderId: "" },
    { orderId: 0, clientOrderId: "" },
    { setsProfit: false, setsLoss: false },
    { setsProfit: true, profitTrigger: 1 },
    { setsProfit: true, profitTrigger: 0, profitPrice: 7 },
    { setsLoss: true, lossTrigger: PRICE_TOO_HIGH },
    { setsLoss: true, lossTrigger: 100, lossPrice: PRICE_TOO_HIGH },
  ];
  return altered(command, random.pick(changes));
};

const spoiledReplacement: Spoil<"replace_order_with_exits"> = (command, random) => {
  const changes: readonly Change<"replace_order_with_exits">[] = [
    { user: UNKNOWN_USER },
    { user: 3 },
    { instrument: 5 },
    { orderId: 77 },
    { setsProfit: true, profitTrigger: 1 },
    { setsProfit: true, profitTrigger: 0, setsLoss: true, lossTrigger: 0 },
    { setsLoss: true, lossTrigger: PRICE_TOO_HIGH },
  ];
  return altered(command, random.pick(changes));
};

const spoiledWithExits: Spoil<"place_order_with_exits"> = (command, random, state) => {
  const known = state.orders.find((one) => one.exits !== undefined && one.clientOrderId !== "");
  if (known !== undefined && random.chance(30)) {
    const { exits, exitPlans: _, id: __, filled: ___, place: ____, ...terms } = known;
    const again = random.chance(60) ? exits : { ...exits, profitTrigger: 77 };
    const { backing: _b, feeTotal: _fee, filledNotional: _value, loanType: _l, ...rest } = terms;
    const { fillPriceMax: _max, fillPriceMin: _min, sizingPriceE6: _sizing, ...order } = rest;
    return draft("place_order", { ...order, exits: again as ExitTerms, margin: undefined });
  }
  return altered(
    command,
    random.pick([
      { user: UNKNOWN_USER },
      { instrument: NOTHING },
      { profitTrigger: 0, profitPrice: 0, lossTrigger: 0, lossPrice: 0 },
      { reduceOnly: true },
      { side: command.side === "buy" ? "sell" : "buy" },
      { profitTrigger: 1 },
      { lossTrigger: PRICE_TOO_HIGH },
      { profitTrigger: 0, profitPrice: 9 },
      { lossPrice: PRICE_TOO_HIGH, lossTrigger: 100 },
      { size: 4_000 },
    ]),
  );
};

export const PLAN_SPOILS = {
  place_order_with_exits: spoiledWithExits,
  place_plan: spoiledPlan,
  place_exits: spoiledExits,
  place_margin_order_with_exits: spoiledMarginOrder,
  place_margin_plan: spoiledMarginPlan,
  place_margin_exits: spoiledMarginExits,
  amend_plan: spoiledAmendment,
  amend_order_with_exits: spoiledOrderExits,
  replace_order_with_exits: spoiledReplacement,
  cancel_plan: ofAnother,
  cancel_plans: ofAnother,
} as const;
