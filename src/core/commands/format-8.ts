/**
 * Command format 8: placing, amending and replacing an order, and placing plans, had a kind of
 * their own for each combination with exits and margin.
 */

import {
  LOAN_TYPES,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPE_CHANGES,
  ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  SINGLE_PLAN_KINDS,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCE_CHANGES,
  TRIGGER_SOURCES,
} from "../base/vocabulary.ts";
import type {
  AmendOrder,
  AmendPlan,
  ExitChange,
  ExitTerms,
  PlaceExits,
  PlaceOrder,
  PlacePlan,
  ReplaceOrder,
} from "./commands.ts";
import { type PastFormat, pastKind } from "./past-format.ts";

const ORDER = {
  user: "int",
  instrument: "int",
  side: SIDES,
  orderType: ORDER_TYPES,
  timeInForce: TIMES_IN_FORCE,
  positionSide: POSITION_SIDES,
  reduceOnly: "flag",
  stpMode: STP_MODES,
  price: "ticks",
  size: "lots",
  quoteAmount: "money",
  clientOrderId: "text",
  source: ORDER_SOURCES,
} as const;

const MARGIN_ORDER = {
  user: "int",
  instrument: "int",
  side: SIDES,
  orderType: ORDER_TYPES,
  timeInForce: TIMES_IN_FORCE,
  stpMode: STP_MODES,
  price: "ticks",
  size: "lots",
  quoteAmount: "money",
  clientOrderId: "text",
  source: ORDER_SOURCES,
  backing: ORDER_BACKINGS,
  loanType: LOAN_TYPES,
} as const;

const AMENDMENT = {
  user: "int",
  orderId: "int",
  clientOrderId: "text",
  price: "ticks",
  size: "lots",
  autoCancel: "flag",
} as const;

const REPLACEMENT = {
  user: "int",
  instrument: "int",
  orderId: "int",
  clientOrderId: "text",
  price: "ticks",
  size: "lots",
  newClientOrderId: "text",
} as const;

const EXITS = {
  profitTrigger: "ticks",
  profitBy: TRIGGER_SOURCES,
  profitPrice: "ticks",
  lossTrigger: "ticks",
  lossBy: TRIGGER_SOURCES,
  lossPrice: "ticks",
} as const;

const EXIT_CHANGE = { setsProfit: "flag", setsLoss: "flag", ...EXITS } as const;

const NET = { positionSide: "net", reduceOnly: false } as const;

/** Separates the fields of exits from the other fields. */
function splitExits<T extends ExitTerms>(
  fields: T,
): { readonly exits: ExitTerms; readonly rest: Omit<T, keyof ExitTerms> } {
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger, ...rest } = fields;
  const exits = { profitTrigger, profitBy, profitPrice, lossTrigger, lossBy, lossPrice };
  return { exits, rest };
}

function splitChange<T extends ExitChange>(
  fields: T,
): { readonly exits: ExitChange; readonly rest: Omit<T, keyof ExitChange> } {
  const { setsLoss, setsProfit, ...others } = fields;
  const { exits, rest } = splitExits(others);
  return {
    exits: { setsProfit, setsLoss, ...exits },
    rest: rest as unknown as Omit<T, keyof ExitChange>,
  };
}

/** Fields of a command, without its kind. */
type FieldsOf<C extends { kind: string }> = Omit<C, "kind" | "opening">;

const PLACEMENTS = {
  place_order: pastKind(ORDER, "place_order", (order): FieldsOf<PlaceOrder> => {
    return { ...order, exits: undefined, margin: undefined };
  }),
  place_order_with_exits: pastKind(
    { ...ORDER, ...EXITS },
    "place_order",
    (order): FieldsOf<PlaceOrder> => {
      const { exits, rest } = splitExits(order);
      return { ...rest, exits, margin: undefined };
    },
  ),
  place_margin_order: pastKind(MARGIN_ORDER, "place_order", (order): FieldsOf<PlaceOrder> => {
    const { backing, loanType, ...rest } = order;
    return { ...rest, ...NET, exits: undefined, margin: { backing, loanType } };
  }),
  place_margin_order_with_exits: pastKind(
    { ...MARGIN_ORDER, ...EXITS },
    "place_order",
    (order): FieldsOf<PlaceOrder> => {
      const { exits, rest } = splitExits(order);
      const { backing, loanType, ...terms } = rest;
      return { ...terms, ...NET, exits, margin: { backing, loanType } };
    },
  ),
} as const;

const CHANGES = {
  amend_order: pastKind(AMENDMENT, "amend_order", (change): FieldsOf<AmendOrder> => {
    return { ...change, exits: undefined };
  }),
  amend_order_with_exits: pastKind(
    { ...AMENDMENT, ...EXIT_CHANGE },
    "amend_order",
    (change): FieldsOf<AmendOrder> => {
      const { exits, rest } = splitChange(change);
      return { ...rest, exits };
    },
  ),
  replace_order: pastKind(REPLACEMENT, "replace_order", (change): FieldsOf<ReplaceOrder> => {
    return { ...change, exits: undefined };
  }),
  replace_order_with_exits: pastKind(
    { ...REPLACEMENT, ...EXIT_CHANGE },
    "replace_order",
    (change): FieldsOf<ReplaceOrder> => {
      const { exits, rest } = splitChange(change);
      return { ...rest, exits };
    },
  ),
} as const;

const PLANS = {
  place_plan: pastKind(
    {
      planKind: SINGLE_PLAN_KINDS,
      triggerBy: TRIGGER_SOURCES,
      triggerPrice: "ticks",
      callbackE4: "int",
      ...ORDER,
      ...EXITS,
    },
    "place_plan",
    (plan): FieldsOf<PlacePlan> => {
      const { exits, rest } = splitExits(plan);
      return { ...rest, exits, margin: undefined };
    },
  ),
  place_margin_plan: pastKind(
    { triggerBy: TRIGGER_SOURCES, triggerPrice: "ticks", ...MARGIN_ORDER, ...EXITS },
    "place_plan",
    (plan): FieldsOf<PlacePlan> => {
      const { exits, rest } = splitExits(plan);
      const { backing, loanType, ...terms } = rest;
      const kind = { planKind: "normal", callbackE4: 0 } as const;
      return { ...terms, ...kind, ...NET, exits, margin: { backing, loanType } };
    },
  ),
  amend_plan: pastKind(
    {
      user: "int",
      planId: "int",
      clientOrderId: "text",
      triggerBy: TRIGGER_SOURCE_CHANGES,
      triggerPrice: "ticks",
      callbackE4: "int",
      orderType: ORDER_TYPE_CHANGES,
      price: "ticks",
      size: "lots",
      quoteAmount: "money",
      ...EXIT_CHANGE,
    },
    "amend_plan",
    (change): FieldsOf<AmendPlan> => {
      const { exits, rest } = splitChange(change);
      return { ...rest, exits };
    },
  ),
} as const;

const EXIT_PLANS = {
  place_exits: pastKind(
    {
      user: "int",
      instrument: "int",
      positionSide: POSITION_SIDES,
      stpMode: STP_MODES,
      source: ORDER_SOURCES,
      ...EXITS,
      profitSize: "lots",
      profitClientOrderId: "text",
      lossSize: "lots",
      lossClientOrderId: "text",
    },
    "place_exits",
    (exits): FieldsOf<PlaceExits> => ({ ...exits, margin: undefined }),
  ),
  // The size applied to both exits, the client id to the first.
  place_margin_exits: pastKind(
    {
      user: "int",
      instrument: "int",
      side: SIDES,
      stpMode: STP_MODES,
      source: ORDER_SOURCES,
      backing: ORDER_BACKINGS,
      size: "lots",
      clientOrderId: "text",
      ...EXITS,
    },
    "place_exits",
    (fields): FieldsOf<PlaceExits> => {
      const { backing, clientOrderId, side, size, ...rest } = fields;
      const isLossAlone = fields.profitTrigger === 0 && fields.lossTrigger !== 0;
      return {
        ...rest,
        positionSide: "net",
        profitSize: size,
        profitClientOrderId: isLossAlone ? "" : clientOrderId,
        lossSize: size,
        lossClientOrderId: isLossAlone ? clientOrderId : "",
        margin: { side, backing },
      };
    },
  ),
} as const;

export const FORMAT_8: PastFormat = {
  format: 8,
  kinds: [
    "tick",
    "list_currency",
    "list_instrument",
    "set_collateral",
    "set_instrument_status",
    "create_user",
    "set_account_level",
    "set_questionnaire",
    "create_key",
    "delete_key",
    "credit",
    "transfer",
    "place_order",
    "amend_order",
    "replace_order",
    "cancel_order",
    "cancel_orders",
    "close_positions",
    "set_leverage",
    "set_position_mode",
    "set_index_prices",
    "set_funding_terms",
    "schedule_delivery",
    "place_order_with_exits",
    "place_plan",
    "place_exits",
    "amend_plan",
    "cancel_plan",
    "cancel_plans",
    "place_margin_order",
    "set_loan_terms",
    "set_margin_rules",
    "endow",
    "borrow",
    "repay",
    "flash_repay",
    "set_margin_mode",
    "adjust_margin",
    "set_auto_margin",
    "set_position_tiers",
    "amend_order_with_exits",
    "replace_order_with_exits",
    "set_opening_limits",
    "set_coin_leverage",
    "repay_debts",
    "place_margin_order_with_exits",
    "place_margin_plan",
    "place_margin_exits",
    "set_user_review",
    "set_fund_terms",
    "set_loss_limits",
    "set_price_guards",
  ],
  changed: { ...PLACEMENTS, ...CHANGES, ...PLANS, ...EXIT_PLANS },
};
