/**
 * What traders with leverage do besides the order mix: settings before it, and within it plans,
 * changes of leverage and margin, and the clock and prices that they live on. None of it changes
 * the book: plans that fire place orders far from the market which end at once.
 */

import type { MarginMode, PositionSide, Side } from "../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../src/core/commands/commands.ts";
import { atoms, lots, ticks } from "../src/core/money/units.ts";
import { amendPlanDraft } from "../test/support/command-drafts.ts";
import { CENTRE, MixRandom, type MixShape } from "./order-mix.ts";

/** After each so many commands of the order mix comes a block of others. */
export const BLOCK_ORDERS = 100;
/** Its commands: plans placed, amended and cancelled, leverage, margin, price, tick. */
const PLANS = 3;
export const BLOCK_OTHERS = PLANS + 6;
/** What passes with each block: funding, hourly here, comes every 72,000 orders. */
export const BLOCK_MS = 5_000;
export const FUNDING_HOURS = 1;

/** By user: half isolated, half in hedge mode, and these leverages; isolated the lowest alone. */
const LEVERAGES = [5, 10, 20, 50] as const;
const MARGIN_FIRST = atoms(1_000_000_000n);

export function marginModeOf(user: number): MarginMode {
  return user % 2 === 0 ? "crossed" : "isolated";
}

export function isHedged(user: number): boolean {
  return user % 4 >= 2;
}

function leverageOf(user: number): number {
  const most = marginModeOf(user) === "isolated" ? 1 : LEVERAGES.length;
  return LEVERAGES[(user >> 2) % most] as number;
}

/** In hedge mode all orders open: buys a long, sells a short position. */
export function positionSideOf(user: number, side: Side): PositionSide {
  if (!isHedged(user)) return "net";
  return side === "buy" ? "long" : "short";
}

/** Mode and leverage of a user, before the first order. */
export function* settingsOf(user: number): Generator<CommandDraft> {
  const instrument = 0;
  const category = "usdt_futures";
  yield { kind: "set_position_mode", user, category, isHedge: isHedged(user) };
  yield { kind: "set_margin_mode", user, instrument, marginMode: marginModeOf(user) };
  const leverage = leverageOf(user);
  yield { kind: "set_leverage", user, instrument, positionSide: "net", leverage };
}

/** The index swings by one per cent in steps of eight ticks, one a block. */
const SWING_TICKS = CENTRE / 100;
const STEP_TICKS = 8;

function indexPrice(block: number): number {
  const quarter = Math.floor(SWING_TICKS / STEP_TICKS);
  const phase = block % (quarter * 4);
  const steps = phase < quarter * 2 ? phase - quarter : quarter * 3 - phase;
  return CENTRE + steps * STEP_TICKS;
}

/** Plans wait up to so many ticks from the index: most fire within a swing, some are left. */
const PLAN_REACH_TICKS = 600;
/** The blocks of one mix, in order. */
export class LeveragedBlocks {
  readonly #random: MixRandom;
  readonly #users: number;
  readonly #userFirst: number;
  /** The last plans placed: user and number. */
  readonly #plans: { readonly user: number; readonly id: string }[] = [];
  #count = 0;

  constructor(shape: MixShape, userFirst: number) {
    this.#random = new MixRandom(shape.seed + 7);
    this.#users = shape.users;
    this.#userFirst = userFirst;
  }

  /** `BLOCK_OTHERS` commands. */
  next(): CommandDraft[] {
    const block = this.#count++;
    const commands: CommandDraft[] = [];
    for (let plan = 0; plan < PLANS; plan++) commands.push(this.#placePlan(block, plan));
    commands.push(this.#amendPlan(block), this.#cancelPlan());
    commands.push(this.#setLeverage(), this.#addMargin());
    const instruments = [0];
    commands.push({ kind: "set_index_prices", instruments, prices: [indexPrice(block)] });
    commands.push({ kind: "tick" });
    return commands;
  }

  #user(): number {
    return this.#userFirst + this.#random.below(this.#users);
  }

  #trigger(block: number): number {
    return indexPrice(block) + this.#random.below(2 * PLAN_REACH_TICKS) - PLAN_REACH_TICKS;
  }

  #placePlan(block: number, plan: number): CommandDraft {
    const user = this.#user();
    const side = this.#random.below(2) === 0 ? "buy" : "sell";
    const id = `plan-${block}-${plan}`;
    this.#plans.push({ user, id });
    if (this.#plans.length > 2 * PLANS) this.#plans.splice(0, PLANS);
    return {
      kind: "place_plan",
      planKind: "normal",
      triggerBy: "index",
      triggerPrice: ticks(this.#trigger(block)),
      callbackE4: 0,
      user,
      instrument: 0,
      side,
      orderType: "limit",
      timeInForce: "ioc",
      positionSide: positionSideOf(user, side),
      reduceOnly: false,
      stpMode: "none",
      price: ticks(side === "buy" ? CENTRE / 2 : CENTRE + CENTRE / 2),
      size: lots(10),
      quoteAmount: atoms(0n),
      clientOrderId: id,
      source: "api",
      exits: undefined,
      margin: undefined,
      opening: undefined,
    };
  }

  #amendPlan(block: number): CommandDraft {
    const { id, user } = this.#plans[this.#plans.length - 1] ?? { id: "", user: 0 };
    const triggerPrice = ticks(this.#trigger(block));
    return amendPlanDraft({ user, clientOrderId: id, triggerPrice });
  }

  #cancelPlan(): CommandDraft {
    const { id, user } = this.#plans[0] ?? { id: "", user: 0 };
    return { kind: "cancel_plan", user, planId: 0, clientOrderId: id, withPaired: false };
  }

  #setLeverage(): CommandDraft {
    const user = this.#user();
    const leverage = Math.max(2, leverageOf(user) - this.#random.below(3));
    return { kind: "set_leverage", user, instrument: 0, positionSide: "net", leverage };
  }

  #addMargin(): CommandDraft {
    const user = this.#user();
    const positionSide = isHedged(user) ? "long" : "net";
    return { kind: "adjust_margin", user, instrument: 0, positionSide, amount: MARGIN_FIRST };
  }
}

/** For the report, beside the shares of the order mix. */
export function describeLeverage(): Readonly<Record<string, unknown>> {
  const each = Math.round((1_000 / (BLOCK_ORDERS + BLOCK_OTHERS)) * 10) / 10;
  return {
    leverages: LEVERAGES,
    percentIsolated: 50,
    percentHedged: 50,
    othersPerThousand: {
      placePlan: Math.round(each * PLANS * 10) / 10,
      amendPlan: each,
      cancelPlan: each,
      setLeverage: each,
      adjustMargin: each,
      setIndexPrices: each,
      tick: each,
    },
    msPerTick: BLOCK_MS,
    fundingHours: FUNDING_HOURS,
  };
}
