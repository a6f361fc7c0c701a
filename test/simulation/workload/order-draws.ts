/** Orders: placed, changed, cancelled, and positions closed by them. */

import { STP_MODES } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import { bandOf, closingLimit } from "../naive/naive-guard.ts";
import { isHedged } from "../naive/naive-records.ts";
import { meetingOrder } from "./adverse-draws.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { edgeSize, farPrice } from "./limit-draws.ts";

type Guarded = {
  readonly user: number;
  readonly instrument: number;
  readonly side: "buy" | "sell";
  readonly positionSide: string;
};
type Placing = DraftOf<"place_order">;

/** About the worst price at which an order may close, if the band reaches as far. */
function worstPrice(draws: Draws, order: Guarded): number {
  const user = draws.state.userAt(order.user);
  const instrument = draws.state.instrumentAt(order.instrument);
  const limit = bandOf(instrument, order.side);
  const bound = closingLimit(draws.state, user, instrument, { ...order, limit });
  return Math.max(1, bound + draws.random.between(-1, 1));
}

/** The same order made to close a position of its user, whole, in part or by a lot too much. */
function closingOf(draws: Draws, order: Placing): Placing {
  const { random } = draws;
  const { user, instrument: index } = order;
  const held = draws.state.positions.filter((one) => one.user === user && one.instrument === index);
  if (held.length === 0) return order;
  const position = random.pick(held);
  const { side, size } = position;
  const isHedge = isHedged(draws.state.userAt(user), draws.state.instrumentAt(index));
  const closing = {
    ...order,
    side: side === "long" ? "sell" : "buy",
    positionSide: isHedge ? side : "net",
    reduceOnly: !isHedge && random.chance(80),
    size: random.pick([1 + random.below(size), size, Math.ceil(size / 2), size + 1]),
  } as const;
  const isGuarded = order.orderType === "limit" && random.chance(40);
  const price = isGuarded ? worstPrice(draws, closing) : order.price;
  return draft("place_order", { ...closing, price });
}

function opening(draws: Draws): Placing {
  const { profile, random } = draws;
  const instrument = draws.instrument();
  const user = draws.traderOf(instrument);
  const isMarket = random.chance(profile.marketPercent);
  const side = random.chance(profile.buyPercent) ? "buy" : "sell";
  const isByQuote = isMarket && side === "buy" && !instrument.isFutures;
  const isHedge = instrument.isFutures && isHedged(draws.state.userAt(user), instrument);
  const isAtEdge = instrument.isFutures && random.chance(profile.edgePercent);
  const isFar = isAtEdge && random.chance(60);
  const near = draws.price(instrument);
  const price = isMarket ? 0 : isFar ? farPrice(draws, instrument, side) : near;
  const wanted = { user, instrument: instrument.index, side, price } as const;
  const size = isAtEdge ? edgeSize(draws, wanted) : draws.size();
  const quoteAmount = isByQuote
    ? BigInt(draws.middleOf(instrument)) * instrument.scale * BigInt(size) +
      BigInt(random.chance(60) ? 0 : random.below(1_000_000))
    : 0n;
  const mayReduce = instrument.isFutures && !isHedge;
  return draft("place_order", {
    user,
    instrument: instrument.index,
    side,
    orderType: isMarket ? "market" : "limit",
    timeInForce: random.weighted({ gtc: 70, ioc: 12, fok: 8, post_only: 10 }),
    positionSide: isHedge ? random.pick(["long", "short"] as const) : "net",
    reduceOnly: mayReduce && random.chance(profile.reduceOnlyPercent),
    stpMode: random.chance(profile.stpPercent) ? random.pick(STP_MODES) : "none",
    price,
    size: isByQuote ? 0 : size,
    quoteAmount,
    clientOrderId: draws.clientOrderId(user),
    source: random.pick(["api", "web"] as const),
    exits: undefined,
    margin: undefined,
    sizing: draws.sizing(instrument, size),
    opening: draws.opening(instrument, isByQuote ? 0 : size),
  });
}

function placing(draws: Draws): Placing {
  const isMeeting = draws.random.chance(draws.profile.adversePercent);
  const meeting = isMeeting ? meetingOrder(draws) : undefined;
  if (meeting !== undefined) return meeting;
  const order = opening(draws);
  const { reduceOnlyPercent } = draws.profile;
  return draws.random.chance(reduceOnlyPercent) ? closingOf(draws, order) : order;
}

function amendment(draws: Draws): CommandDraft {
  const { random } = draws;
  const order = draws.order();
  if (order === undefined) return placing(draws);
  const instrument = draws.state.instrumentAt(order.instrument);
  const price = random.chance(50) ? 0 : draws.price(instrument);
  const reduced = Math.max(1, order.size - random.below(order.size));
  const size = random.chance(40) ? 0 : random.pick([reduced, order.size + draws.size()]);
  const autoCancel = random.chance(15);
  return draft("amend_order", { ...draws.named(order), price, size, autoCancel, exits: undefined });
}

function replacement(draws: Draws): CommandDraft {
  const { random } = draws;
  const order = draws.order();
  if (order === undefined) return placing(draws);
  const { instrument } = order;
  const price = random.chance(40) ? 0 : draws.price(draws.state.instrumentAt(instrument));
  const size = random.chance(40) ? 0 : draws.size();
  const newClientOrderId = random.chance(20) ? order.clientOrderId : draws.clientOrderId();
  const terms = {
    ...draws.named(order),
    instrument,
    price,
    size,
    newClientOrderId,
    exits: undefined,
  };
  return draft("replace_order", terms);
}

function cancellation(draws: Draws): CommandDraft {
  const order = draws.order();
  if (order === undefined) return placing(draws);
  return draft("cancel_order", draws.named(order));
}

function closing(draws: Draws): CommandDraft {
  const { random } = draws;
  const { positions } = draws.state;
  const position = positions.length === 0 ? undefined : random.pick(positions);
  const scope = draws.scope();
  if (position !== undefined && random.chance(80)) {
    scope.user = position.user;
    scope.category = draws.state.instrumentAt(position.instrument).category;
    scope.instrument = random.chance(50) ? position.instrument + 1 : 0;
  }
  const positionSide = random.pick(["net", "net", "long", "short"] as const);
  return draft("close_positions", { ...scope, positionSide, source: "api" });
}

export const ORDER_DRAWS = {
  place_order: placing,
  amend_order: amendment,
  replace_order: replacement,
  cancel_order: cancellation,
  cancel_orders: (draws) => draft("cancel_orders", draws.scope()),
  close_positions: closing,
} as const satisfies Readonly<Record<string, Draw>>;
