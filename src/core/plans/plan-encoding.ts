/**
 * Canonical encoding of plans and of the exits of open orders. The position of a plan in its watch
 * follows from its terms and phase. Tracking plans are stored with their best price, fired plans
 * with the order in which they fired.
 */
import { assert } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import {
  indexIn,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  PLAN_KINDS,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from "../base/vocabulary.ts";
import type { Exit, Exits } from "../commands/exits.ts";
import { atoms, lots, type Ticks, ticks } from "../money/units.ts";
import type { State } from "../state.ts";
import type { Plan, PlanPhase, PlanTerms } from "./plan.ts";

const PHASES: readonly PlanPhase[] = ["waiting", "tracking", "fired"];

function word<T>(from: ByteReader, list: readonly T[]): T {
  const found = list[from.u8()];
  if (found === undefined) throw new BytesDamaged(`a word of the list is stored at ${from.at}`);
  return found;
}

function writeExits(out: ByteWriter, exits: Exits): void {
  for (const exit of [exits.profit, exits.loss]) {
    out.varint(exit.trigger);
    out.u8(indexIn(TRIGGER_SOURCES, exit.by));
    out.varint(exit.price);
  }
}

function readExits(from: ByteReader): Exits {
  const read = (): Exit => {
    const trigger = ticks(from.varint());
    const by = word(from, TRIGGER_SOURCES);
    return { trigger, by, price: ticks(from.varint()) };
  };
  const profit = read();
  return { profit, loss: read() };
}

function writeTerms(out: ByteWriter, terms: PlanTerms): void {
  out.u8(indexIn(TRIGGER_SOURCES, terms.triggerBy));
  out.varint(terms.triggerPrice);
  out.varint(terms.callbackE4);
  out.u8(indexIn(ORDER_TYPES, terms.orderType));
  out.varint(terms.price);
  out.varint(terms.size);
  out.i64(terms.quoteAmount);
  writeExits(out, terms.exits);
}

function readTerms(from: ByteReader): PlanTerms {
  return {
    triggerBy: word(from, TRIGGER_SOURCES),
    triggerPrice: ticks(from.varint()),
    callbackE4: from.varint(),
    orderType: word(from, ORDER_TYPES),
    price: ticks(from.varint()),
    size: lots(from.varint()),
    quoteAmount: atoms(from.i64()),
    exits: readExits(from),
  };
}

function writePlan(out: ByteWriter, plan: Plan): void {
  out.varint(plan.id);
  out.varint(plan.user);
  out.varint(plan.instrument);
  out.u8(indexIn(PLAN_KINDS, plan.kind));
  out.u8(indexIn(SIDES, plan.side));
  out.u8(indexIn(TIMES_IN_FORCE, plan.timeInForce));
  out.u8(indexIn(POSITION_SIDES, plan.positionSide));
  out.u8(plan.reduceOnly ? 1 : 0);
  out.u8(indexIn(STP_MODES, plan.stpMode));
  out.u8(indexIn(ORDER_SOURCES, plan.source));
  out.u8(indexIn(ORDER_BACKINGS, plan.backing));
  out.text(plan.clientOrderId);
  out.varint(plan.parentOrderId);
  out.varint(plan.sizingPriceE6);
  out.varint(plan.createdAtMs);
  writeTerms(out, plan.terms);
  out.varint(plan.pairedId);
  out.u8(plan.isRising ? 1 : 0);
  out.u8(PHASES.indexOf(plan.phase));
  assert((plan.phase === "tracking") === (plan.group !== undefined), "tracking plans have a group");
  if (plan.group !== undefined) out.varint(plan.group.best);
}

function readPlan(from: ByteReader): { plan: Plan; best: Ticks } {
  const plan: Plan = {
    id: from.varint(),
    user: from.varint(),
    instrument: from.varint(),
    kind: word(from, PLAN_KINDS),
    side: word(from, SIDES),
    timeInForce: word(from, TIMES_IN_FORCE),
    positionSide: word(from, POSITION_SIDES),
    reduceOnly: from.u8() === 1,
    stpMode: word(from, STP_MODES),
    source: word(from, ORDER_SOURCES),
    backing: word(from, ORDER_BACKINGS),
    clientOrderId: from.text(),
    parentOrderId: from.varint(),
    sizingPriceE6: from.varint(),
    createdAtMs: from.varint(),
    terms: readTerms(from),
    pairedId: from.varint(),
    isRising: from.u8() === 1,
    phase: word(from, PHASES),
    heapIndex: 0,
    group: undefined,
  };
  return { plan, best: ticks(plan.phase === "tracking" ? from.varint() : 0) };
}

/** Writes all plans, the queues of fired plans and the exits of open orders. */
export function writePlans(state: State, out: ByteWriter): void {
  const { plans } = state;
  out.varint(plans.count);
  for (const plan of plans.all()) writePlan(out, plan);
  const instruments = plans.firedInstruments();
  out.varint(instruments.length);
  for (const instrument of instruments) {
    const fired = plans.firedOf(instrument, plans.count);
    out.varint(fired.length);
    for (const plan of fired) out.varint(plan.id);
  }
  const ordered = [...plans.orderExits].sort(([a], [b]) => a - b);
  out.varint(ordered.length);
  for (const [orderId, { exits, lossPlan, profitPlan }] of ordered) {
    out.varint(orderId);
    writeExits(out, exits);
    out.varint(profitPlan);
    out.varint(lossPlan);
  }
}

/** Reads what `writePlans` wrote, after instruments and orders. Throws `BytesDamaged`. */
export function readPlans(state: State, from: ByteReader): void {
  const { plans } = state;
  const count = from.varint();
  let unqueued = 0;
  for (let i = 0; i < count; i++) {
    const { plan, best } = readPlan(from);
    plans.add(plan);
    if (plan.phase === "waiting") plans.watchOf(plan).wait(plan);
    else if (plan.phase === "tracking") plans.watchOf(plan).track(plan, best);
    else unqueued += 1;
  }
  const queues = from.varint();
  for (let i = 0; i < queues; i++) {
    const length = from.varint();
    for (let queued = 0; queued < length; queued++) {
      const plan = plans.find(from.varint());
      if (plan?.phase !== "fired") throw new BytesDamaged("a fired plan stands in its queue");
      plans.fire(plan);
      unqueued -= 1;
    }
  }
  assert(unqueued === 0, "every fired plan is in a queue");
  const orders = from.varint();
  for (let i = 0; i < orders; i++) {
    const orderId = from.varint();
    const exits = readExits(from);
    plans.orderExits.set(orderId, { exits, profitPlan: from.varint(), lossPlan: from.varint() });
  }
}
