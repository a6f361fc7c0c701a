/**
 * Programs of moves that colluders try. All moves have the same fields, so that any of them can be
 * changed a little; what a field means depends on the kind of the move.
 */
import type { Random } from "../../simulation/random.ts";
import type { Venue } from "./colluders.ts";

export const MOVE_KINDS = [
  "order",
  "cancel",
  "amend",
  "leverage",
  "isolate",
  "withdraw",
  "borrow",
  "repay",
  "wait",
  "sweep",
  "walk",
  "far_fill",
  "far_loan",
  "ratchet",
  "drain",
  "exchange_debt",
  "hunt",
  "far_take",
  "late_leverage",
  "far_amend",
  "far_close",
  "churn",
  "borrow_out",
  "trap",
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

export type Move = {
  readonly kind: MoveKind;
  /** Places of the one who acts and of the accomplice among the colluders. */
  readonly who: number;
  readonly other: number;
  readonly isBuy: boolean;
  /** Dollars of an order are 1,000 × 2,000^(size ÷ 1,000). */
  readonly size: number;
  /** How far a price is from its reference, in thousandths: beyond it above 0. */
  readonly reach: number;
  /** Reference of prices: index, mark or last. */
  readonly base: number;
  /** Leverage, steps or seconds. */
  readonly count: number;
};

export type Program = {
  readonly venue: Venue;
  readonly isUnified: boolean;
  /** 2 to 5. */
  readonly colluders: number;
  /** Share by which the world moves while the index does not, in thousandths; 0: calm. */
  readonly staleMove: number;
  /** How old the index is then, in seconds. */
  readonly staleSeconds: number;
  readonly moves: readonly Move[];
};

const MOVES_MAX = 14;
/** Thousandths by which the world is thought to move in 15 seconds, and in 4. */
const OLD_MOVE = 30;
export const RECENT_MOVE = 5;

type Weights = Readonly<Record<MoveKind, number>>;

/** How often each move is drawn on plain spot, where no account has debt. */
const SPOT_WEIGHTS: Weights = {
  ...{ order: 12, cancel: 3, amend: 4, wait: 6, sweep: 6, walk: 6, hunt: 6, trap: 12 },
  ...{ leverage: 0, isolate: 0, withdraw: 1, borrow: 0, repay: 0, borrow_out: 0 },
  ...{ far_fill: 3, far_loan: 3, ratchet: 5, drain: 0, exchange_debt: 0, churn: 2 },
  ...{ far_take: 0, late_leverage: 0, far_amend: 2, far_close: 0 },
};
const CREDIT_WEIGHTS: Weights = {
  ...SPOT_WEIGHTS,
  ...{ withdraw: 5, borrow: 4, repay: 5, borrow_out: 6, far_loan: 8, exchange_debt: 6 },
  ...{ churn: 10, far_take: 5, trap: 2, hunt: 4 },
};
const FUTURES_WEIGHTS: Weights = {
  ...{ order: 10, cancel: 3, amend: 4, wait: 6, sweep: 6, walk: 4, hunt: 3, trap: 0 },
  ...{ leverage: 4, isolate: 2, withdraw: 5, borrow: 0, repay: 0, borrow_out: 0 },
  ...{ far_fill: 8, far_loan: 3, ratchet: 5, drain: 6, exchange_debt: 0, churn: 4 },
  ...{ far_take: 10, late_leverage: 10, far_amend: 7, far_close: 10 },
};

function weightsOf(venue: Venue): Weights {
  if (venue === "spot") return SPOT_WEIGHTS;
  const isFutures = venue === "usdt" || venue === "usdc" || venue === "coin";
  return isFutures ? FUTURES_WEIGHTS : CREDIT_WEIGHTS;
}

/** What moves are drawn for. */
type Scene = Pick<Program, "venue" | "colluders">;

export function randomMove(random: Random, { colluders, venue }: Scene): Move {
  const who = random.below(colluders);
  return {
    kind: random.weighted(weightsOf(venue)),
    who,
    other: (who + 1 + random.below(colluders - 1)) % colluders,
    isBuy: random.chance(50),
    size: random.below(1_001),
    reach: random.pick([0, 1, 5, 20, 30, 40, 45, 48, 49, 60, 100, -5, -40, -100, -300]),
    base: random.below(3),
    count: random.pick([1, 2, 5, 10, 20, 30, 45, 50, 100, 125]),
  };
}

const CALM = { staleMove: 0, staleSeconds: 0 } as const;
/** Moves of the world: small ones before the index is old, large ones after. */
const STORIES = [
  CALM,
  CALM,
  { staleMove: -OLD_MOVE, staleSeconds: 15 },
  { staleMove: OLD_MOVE, staleSeconds: 15 },
  { staleMove: -RECENT_MOVE, staleSeconds: 4 },
  { staleMove: RECENT_MOVE, staleSeconds: 4 },
] as const;

export function randomProgram(random: Random, venue: Venue): Program {
  const colluders = random.between(2, 5);
  const mayBeUnified = venue !== "crossed" && venue !== "isolated";
  const isUnified = venue === "credit" || (mayBeUnified && random.chance(40));
  const scene = { venue, colluders };
  const moves = Array.from({ length: random.between(2, 8) }, () => randomMove(random, scene));
  // A stale index is tried on repayments alone: positions would carry the jump that ends it.
  const story = random.pick(venue === "credit" ? STORIES : [CALM]);
  return { venue, isUnified, colluders, ...story, moves };
}

/** The move with one or two of its fields drawn again or shifted. */
function changedMove(random: Random, move: Move, scene: Scene): Move {
  const drawn = { ...randomMove(random, scene), kind: move.kind };
  switch (random.below(5)) {
    case 0:
      return { ...move, size: Math.min(1_000, Math.max(0, move.size + random.between(-150, 150))) };
    case 1:
      return { ...move, reach: move.reach + random.between(-6, 6) };
    case 2:
      return { ...move, count: drawn.count };
    case 3:
      return { ...move, who: drawn.who, other: drawn.other };
    default:
      return { ...drawn, who: move.who, other: move.other };
  }
}

/** A child of a program: one move added, left out, moved or changed. */
export function mutated(random: Random, program: Program): Program {
  const moves = [...program.moves];
  const at = random.below(moves.length);
  const move = moves[at];
  const choice = random.below(6);
  if (move === undefined || (choice === 0 && moves.length < MOVES_MAX)) {
    moves.splice(random.below(moves.length + 1), 0, randomMove(random, program));
  } else if (choice === 1 && moves.length > 1) {
    moves.splice(at, 1);
  } else if (choice === 2 && moves.length < MOVES_MAX) {
    moves.splice(at, 0, move);
  } else if (choice === 3) {
    moves.splice(at, 1);
    moves.splice(random.below(moves.length + 1), 0, move);
  } else {
    moves[at] = changedMove(random, move, program);
  }
  return { ...program, moves };
}
