/** Plans and exits for core tests: market orders by the last price unless stated otherwise. */
import type { CommandDraft, DraftOf } from "../../src/core/commands/commands.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { lots, ticks } from "../../src/core/money/units.ts";
import { WITHOUT_EXITS } from "../../src/projections/live/order-exits.ts";
import { altered, type Change, type Form } from "../simulation/workload/forms.ts";
import { amendPlanDraft, orderDraft, UNIFIED_MARGIN } from "./command-drafts.ts";
import type { CoreFixture } from "./core-fixture.ts";
import { LINEAR, SPOT } from "./core-listings.ts";

/** Terms with plain numbers; those of exits stand beside the others. */
type Terms<F extends Form> = Change<F>;

const ORDER = orderDraft({ user: 0, instrument: LINEAR, side: "buy" });

const PLAN = {
  ...ORDER,
  kind: "place_plan",
  planKind: "normal",
  triggerBy: "last",
  triggerPrice: ticks(0),
  callbackE4: 0,
} as const;

/** Runs a command with some of its terms changed. */
function run(exchange: CoreFixture, command: CommandDraft, terms: object): CoreEvent[] {
  return exchange.run(altered(command, terms));
}

type Placed = { readonly user: number; readonly side: "buy" | "sell" };

export function placePlan(
  exchange: CoreFixture,
  terms: Terms<"place_plan"> & Placed & { readonly triggerPrice: number },
): CoreEvent[] {
  return run(exchange, PLAN, terms);
}

const EXITS = {
  kind: "place_exits",
  user: 0,
  instrument: LINEAR,
  positionSide: "long",
  stpMode: "none",
  source: "api",
  ...WITHOUT_EXITS,
  profitSize: lots(0),
  profitClientOrderId: "",
  lossSize: lots(0),
  lossClientOrderId: "",
  margin: undefined,
} as const;

export function placeExits(
  exchange: CoreFixture,
  terms: Terms<"place_exits"> & { readonly user: number },
): CoreEvent[] {
  return run(exchange, EXITS, terms);
}

export function placeWithExits(
  exchange: CoreFixture,
  terms: Terms<"place_order_with_exits"> & Placed,
): CoreEvent[] {
  const orderType = terms.price === undefined ? "market" : "limit";
  return run(exchange, { ...ORDER, orderType, exits: WITHOUT_EXITS }, terms);
}

export function amendPlan(
  exchange: CoreFixture,
  terms: Terms<"amend_plan"> & { readonly user: number; readonly planId: number },
): CoreEvent[] {
  return run(exchange, amendPlanDraft({ user: terms.user, planId: terms.planId }), terms);
}

/** The exits that are named, trigger 0 for none. */
function changedExits(terms: Terms<"amend_order_with_exits">) {
  const setsProfit = terms.profitTrigger !== undefined;
  const setsLoss = terms.lossTrigger !== undefined;
  return { setsProfit, setsLoss, ...WITHOUT_EXITS };
}

type NamedOrder = { readonly user: number; readonly orderId: number };

/** A change of the exits of an open order. */
export function amendExits(
  exchange: CoreFixture,
  terms: Terms<"amend_order_with_exits"> & NamedOrder,
): CoreEvent[] {
  const change: DraftOf<"amend_order"> = {
    kind: "amend_order",
    user: terms.user,
    orderId: terms.orderId,
    clientOrderId: "",
    price: ticks(0),
    size: lots(0),
    autoCancel: false,
    exits: changedExits(terms),
  };
  return run(exchange, change, terms);
}

/** Another order in the place of one, with other exits. */
export function replaceWithExits(
  exchange: CoreFixture,
  terms: Terms<"replace_order_with_exits"> & NamedOrder,
): CoreEvent[] {
  const replacement: DraftOf<"replace_order"> = {
    kind: "replace_order",
    user: terms.user,
    instrument: LINEAR,
    orderId: terms.orderId,
    clientOrderId: "",
    price: ticks(0),
    size: lots(0),
    newClientOrderId: "",
    exits: changedExits(terms),
  };
  return run(exchange, replacement, terms);
}

const ON_MARGIN = { instrument: SPOT, margin: UNIFIED_MARGIN } as const;

/** A trigger order of a unified account that may borrow: a market order without a price. */
export function placeMarginPlan(
  exchange: CoreFixture,
  terms: Terms<"place_margin_plan"> & Placed & { readonly triggerPrice: number },
): CoreEvent[] {
  const orderType = terms.price === undefined ? "market" : "limit";
  return run(exchange, { ...PLAN, ...ON_MARGIN, orderType }, terms);
}

/** Take-profit and stop-loss of what was bought or sold on margin. */
export function placeMarginExits(
  exchange: CoreFixture,
  terms: Terms<"place_margin_exits"> & Placed,
): CoreEvent[] {
  const margin = { side: terms.side, backing: "unified_margin" } as const;
  const order = { ...EXITS, instrument: SPOT, positionSide: "net", margin } as const;
  return run(exchange, order, terms);
}

export function placeMarginWithExits(
  exchange: CoreFixture,
  terms: Terms<"place_margin_order_with_exits"> & { readonly user: number },
): CoreEvent[] {
  const orderType = terms.price === undefined ? "market" : "limit";
  return run(exchange, { ...ORDER, ...ON_MARGIN, orderType, exits: WITHOUT_EXITS }, terms);
}
