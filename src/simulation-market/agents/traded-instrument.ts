import type { OutsideMarket, Preset, Product } from "../../market-model/outside-market.ts";
import type { Random, Streams } from "../../market-model/random.ts";
import { underlyingOf } from "../../market-model/underlying.ts";
import type { BookView, InstrumentFacts, MarketPort } from "../market-port.ts";
import { type AgentProfile, profileOf } from "./agent-profile.ts";
import { type AgentRole, tradesIn } from "./agent-users.ts";
import { MarketMaker } from "./market-maker.ts";
import { NoiseTrader } from "./noise-trader.ts";
import type { OrderDesk } from "./order-desk.ts";
import { OrderFlow } from "./order-flow.ts";
import { productOf } from "./traded-coin.ts";

/** The users of the agents of one realm, by role. */
export type RealmUsers = Readonly<Record<AgentRole, number>>;

export type TradingContext = {
  readonly port: MarketPort;
  readonly desk: OrderDesk;
  readonly outside: OutsideMarket;
  /** Streams of this run. */
  readonly streams: Streams;
  readonly preset: Preset;
  /** Price in ticks at which the operator holds the index of an instrument; 0 if it does not. */
  readonly heldTicks: (instrument: number) => number;
};

/** One instrument with the agents that trade it. */
export type TradedInstrument = {
  readonly facts: InstrumentFacts;
  readonly profile: AgentProfile;
  readonly product: Product;
  /** Code of the base and the quote in the outside market. */
  readonly coin: string;
  readonly quote: string;
  readonly book: BookView;
  /** User with the best quotes. */
  readonly bestMaker: number;
  readonly maker: MarketMaker;
  readonly flow: OrderFlow;
  readonly noise: NoiseTrader | undefined;
  /** Fair price in fractional ticks; 0 while it is unknown. */
  fairTicks: number;
};

/** Creates the agents of an instrument; `undefined` for a coin outside the generated market. */
export function tradedInstrument(
  context: TradingContext,
  facts: InstrumentFacts,
  users: RealmUsers,
): TradedInstrument | undefined {
  const { desk, port, preset, streams } = context;
  const profile = profileOf(facts, preset);
  if (profile === undefined) return undefined;
  const book = port.book(facts.index);
  const randomOf = (name: string): Random =>
    streams(`${name} ${facts.realm} ${facts.symbol} ${facts.category}`);
  const product = productOf(facts);
  const { maker: one, "second-maker": other } = users;
  // Each maker has the best quotes of one product and hedges in the other.
  const makers = product === "spot" ? ([other, one] as const) : ([one, other] as const);
  const shared = { instrument: facts, profile, desk, book };
  const { noise, taker } = users;
  const roles = ["taker", "second-taker", "third-taker"] as const;
  const takers = roles.filter((role) => tradesIn(role, facts)).map((role) => users[role]);
  return {
    facts,
    profile,
    product,
    coin: underlyingOf(facts.baseCode),
    quote: underlyingOf(facts.quoteCode),
    book,
    bestMaker: makers[0],
    maker: new MarketMaker({ ...shared, random: randomOf("maker"), makers, informed: taker }),
    flow: new OrderFlow({ ...shared, random: randomOf("taker"), users: takers }),
    noise: tradesIn("noise", facts)
      ? new NoiseTrader({ ...shared, random: randomOf("noise"), user: noise })
      : undefined,
    fairTicks: 0,
  };
}

/** Returns the fair price in fractional ticks without the makers' inventories; 0 if unknown. */
export function fairTicksOf(context: TradingContext, traded: TradedInstrument): number {
  const { coin, facts, product, quote } = traded;
  const { heldTicks, outside, port } = context;
  const { deliveryAtMs } = facts;
  const msLeft = deliveryAtMs === 0 ? undefined : Math.max(0, deliveryAtMs - port.nowMs());
  const factor = 1 + outside.basis(coin, product, msLeft);
  const held = heldTicks(facts.index);
  if (held > 0) return held * factor;
  const basePrice = outside.price(coin);
  const quotePrice = outside.price(quote);
  if (basePrice === undefined || quotePrice === undefined) return 0;
  const ticksPerUnit = 10 ** facts.priceDecimals / facts.tickStep;
  return (basePrice / quotePrice) * factor * ticksPerUnit;
}
