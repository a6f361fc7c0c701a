/** The whole state of the exchange. Only `apply` changes it. */
import { SignIns } from "./accounts/sign-ins.ts";
import type { ApiKey, User } from "./accounts/user.ts";
import { FIRST_ORDINARY_USER, newUser } from "./accounts/user.ts";
import { assert } from "./base/assert.ts";
import { IDS_PER_SEQ } from "./base/limits.ts";
import type { Outcome } from "./base/outcome.ts";
import type { PositionRow } from "./base/position-handle.ts";
import { type Category, REALMS, type Realm } from "./base/vocabulary.ts";
import { type Conversions, createConversions } from "./converting/conversions.ts";
import { type Custody, createCustody } from "./custody/custody-state.ts";
import type { Delivery } from "./delivery/delivery.ts";
import type { EventBuffer } from "./events/event-buffer.ts";
import { Fees } from "./fees/fee-state.ts";
import { Institutional } from "./institutional/risk-unit.ts";
import type { ChainTerms } from "./instruments/chain-terms.ts";
import type { Collateral } from "./instruments/collateral.ts";
import { createInsuranceFunds, type InsuranceFunds } from "./instruments/fund-terms.ts";
import { createGeneratedMarket, type GeneratedMarket } from "./instruments/generated-market.ts";
import type { Currency, Instrument } from "./instruments/instrument.ts";
import type { InstrumentFunding } from "./instruments/instrument-funding.ts";
import type { FundHolding } from "./instruments/loss-limits.ts";
import type { MarketDepth } from "./instruments/market-depth.ts";
import type { MarketPrices } from "./instruments/market-prices.ts";
import type { PositionTier } from "./instruments/position-tiers.ts";
import { HouseAccounts } from "./ledger/house-accounts.ts";
import { Ledger } from "./ledger/ledger.ts";
import { createDebts, type Debts } from "./lending/debt-state.ts";
import { createLending, type Lending } from "./lending/lending-state.ts";
import { Liquidations } from "./margin/liquidations.ts";
import { Match } from "./matching/match.ts";
import type { Lots, Ticks } from "./money/units.ts";
import { createOperating, type Operating } from "./operating/operating-state.ts";
import type { OrderBook } from "./order-book/order-book.ts";
import { OrderTable } from "./order-book/order-table.ts";
import type { Amendment } from "./orders/amendment.ts";
import { CancelCountdowns } from "./orders/cancel-countdowns.ts";
import type { Placing } from "./orders/placing.ts";
import { createP2p, type P2p } from "./p2p/p2p-state.ts";
import { PlanTable } from "./plans/plan-table.ts";
import { createPledging, type Pledging } from "./pledging/pledged-loans.ts";
import { PositionTable } from "./positions/position-table.ts";
import { Fill } from "./settlement/fill.ts";
import { FundTakes } from "./settlement/fund-takes.ts";

export type State = {
  seq: number;
  timeMs: number;
  lastId: number;
  readonly currencies: Currency[];
  readonly currencyByCode: Map<string, Currency>;
  /** By currency index. */
  readonly collaterals: Collateral[];
  readonly instruments: Instrument[];
  readonly instrumentByName: Map<string, Instrument>;
  /** By instrument index. */
  readonly books: OrderBook[];
  readonly prices: MarketPrices[];
  /** Sum of all long positions. */
  readonly openInterest: Lots[];
  readonly deliveries: Delivery[];
  readonly funding: InstrumentFunding[];
  /** Next user whose positions receive open funding settlements; 0 when all have received them. */
  fundingUser: number;
  /** Number of the epoch of kept needs, or `NO_EPOCH`: `positions/row-need.ts`. */
  needEpoch: number;
  /** By realm and currency: instruments that price the coin in dollars. */
  readonly usdPricedBy: Map<number, number[]>;
  /** Position tiers of each instrument, smallest positions first; empty on spot. */
  readonly tiers: (readonly PositionTier[])[];
  readonly users: User[];
  readonly keys: Map<string, ApiKey>;
  /** Index of the virtual sub-account by the look-up key of its alias. */
  readonly aliases: Map<string, number>;
  readonly ledger: Ledger;
  readonly house: HouseAccounts;
  readonly orders: OrderTable;
  readonly positions: PositionTable;
  readonly plans: PlanTable;
  readonly lending: Lending;
  readonly liquidations: Liquidations;
  readonly funds: InsuranceFunds;
  readonly fundTakes: FundTakes;
  /** By instrument index. */
  readonly holdings: FundHolding[];
  readonly depths: MarketDepth[];
  readonly debts: Debts;
  /** Coins on the chains on which they are deposited and withdrawn. */
  readonly chains: ChainTerms[];
  readonly conversions: Conversions;
  /** Deposits and withdrawals. */
  readonly custody: Custody;
  readonly p2p: P2p;
  readonly countdowns: CancelCountdowns;
  /** Loans against a pledge. */
  readonly pledging: Pledging;
  /** Risk units, their loans and the products of these. */
  readonly institutional: Institutional;
  readonly generatedMarket: GeneratedMarket;
  /** What the operator has set for the parts outside the core. */
  readonly operating: Operating;
  readonly fees: Fees;
  readonly signIns: SignIns;
  /** Outcome of the last command; the object is reused, so copy what is kept. */
  readonly outcome: Outcome;
  /**
   * Match in progress, reused because matching does not nest. Written by `matchOrder` and
   * `fillOffBook`; read by the fills of both orders and by events. Not part of the encoded state.
   */
  readonly match: Match;
  /**
   * Amendment in progress, reused because amendments do not nest; `undefined` before the first.
   * Written by `amendmentOf` and `setReach`. Not part of the encoded state.
   */
  amendment: Amendment | undefined;
  /**
   * Order that is being placed, reused because placings do not nest; `undefined` before the first.
   * Written by `placeOrder`. Not part of the encoded state.
   */
  placing: Placing | undefined;
  /**
   * Fill in progress, reused because fills do not nest. Its terms are written by `fillOrder`, its
   * results by settlement; `fillOrder` and events read them. Not part of the encoded state.
   */
  readonly fill: Fill;
};

/** Buffer to which operations write their events. */
export type Emit = EventBuffer;

/**
 * Zero that is not a small integer: the engine stores a field that begins with it as a double.
 * Times and, after two million commands, ids exceed 31 bits, and a seq may be computed as a double.
 * A field that changed its representation then would discard all compiled code that reads the
 * state.
 */
const ZERO_AS_DOUBLE = -0;

/** Returns the state before the first command: the exchange's own users and nothing else. */
export function createState(): State {
  const ledger = new Ledger();
  return {
    seq: ZERO_AS_DOUBLE,
    timeMs: ZERO_AS_DOUBLE,
    lastId: ZERO_AS_DOUBLE,
    currencies: [],
    currencyByCode: new Map(),
    collaterals: [],
    instruments: [],
    instrumentByName: new Map(),
    books: [],
    prices: [],
    openInterest: [],
    deliveries: [],
    funding: [],
    fundingUser: 0,
    needEpoch: 1,
    usdPricedBy: new Map(),
    tiers: [],
    users: REALMS.map((realm, index) =>
      newUser(index, "classic", realm, {
        parent: index,
        name: "exchange",
        openOrdersMax: 0,
        createdAtMs: 0,
      }),
    ),
    keys: new Map(),
    aliases: new Map(),
    ledger,
    house: new HouseAccounts(ledger),
    orders: new OrderTable(),
    positions: new PositionTable(),
    plans: new PlanTable(),
    lending: createLending(),
    liquidations: new Liquidations(),
    funds: createInsuranceFunds(),
    fundTakes: new FundTakes(),
    holdings: [],
    depths: [],
    debts: createDebts(),
    chains: [],
    conversions: createConversions(),
    custody: createCustody(),
    p2p: createP2p(),
    countdowns: new CancelCountdowns(),
    pledging: createPledging(),
    institutional: new Institutional(),
    generatedMarket: createGeneratedMarket(),
    operating: createOperating(),
    fees: new Fees(),
    signIns: new SignIns(),
    outcome: {
      rejection: undefined,
      id: ZERO_AS_DOUBLE,
      replacedReduceOnly: false,
      repaidUsd: 0n,
      items: undefined,
      conversion: undefined,
      pledged: undefined,
    },
    match: new Match(),
    amendment: undefined,
    placing: undefined,
    fill: new Fill(),
  };
}

/**
 * Returns the next id. Ids increase strictly over all orders, trades, fills and transfers, and
 * begin at a multiple of the seq of their command.
 */
export function nextId(state: State): number {
  const id = Math.max(state.lastId + 1, state.seq * IDS_PER_SEQ);
  assert(id <= Number.MAX_SAFE_INTEGER, "an id is an exact number");
  state.lastId = id;
  return id;
}

/** Returns the key of an instrument by its names. */
export function instrumentName(realm: Realm, category: Category, symbol: string): string {
  return `${realm}/${category}/${symbol}`;
}

/*
 * Elements by an index that the core holds. Each list has its own function, because compiled code
 * is slow where one function reads elements of a dozen shapes.
 */

/** User at an index of the state. */
export function userAt(state: State, index: number): User {
  const user = state.users[index];
  assert(user !== undefined, "an index that the core holds names a user");
  return user;
}

/** Instrument at an index of the state. */
export function instrumentAt(state: State, index: number): Instrument {
  const instrument = state.instruments[index];
  assert(instrument !== undefined, "an index that the core holds names an instrument");
  return instrument;
}

/** Order book of an instrument at an index of the state. */
export function bookAt(state: State, index: number): OrderBook {
  const book = state.books[index];
  assert(book !== undefined, "an index that the core holds names a book");
  return book;
}

/** Prices of an instrument at an index of the state. */
export function pricesAt(state: State, index: number): MarketPrices {
  const prices = state.prices[index];
  assert(prices !== undefined, "an index that the core holds names a market");
  return prices;
}

/** Mark price of an instrument at an index of the state; 0 while it has none. */
export function markAt(state: State, index: number): Ticks {
  return pricesAt(state, index).mark;
}

/** Instrument of a row of positions. */
export function instrumentOfRow(state: State, row: PositionRow): Instrument {
  return instrumentAt(state, state.positions.instrument.get(row));
}

/** Mark price of the instrument of a row of positions; 0 while it has none. */
export function markOfRow(state: State, row: PositionRow): Ticks {
  return pricesAt(state, state.positions.instrument.get(row)).mark;
}

/** Currency at an index of the state. */
export function currencyAt(state: State, index: number): Currency {
  const currency = state.currencies[index];
  assert(currency !== undefined, "an index that the core holds names a currency");
  return currency;
}

/** Funding of an instrument at an index of the state. */
export function fundingAt(state: State, index: number): InstrumentFunding {
  const funding = state.funding[index];
  assert(funding !== undefined, "an index that the core holds names a funding record");
  return funding;
}

/** Measured depth of an instrument at an index of the state. */
export function depthAt(state: State, index: number): MarketDepth {
  const depth = state.depths[index];
  assert(depth !== undefined, "an index that the core holds names a market depth");
  return depth;
}

/** Holding of the insurance fund in an instrument at an index of the state. */
export function holdingAt(state: State, index: number): FundHolding {
  const holding = state.holdings[index];
  assert(holding !== undefined, "an index that the core holds names a fund holding");
  return holding;
}

/** Returns the user at an index, or `undefined` if there is none or it is the exchange itself. */
export function ordinaryUser(state: State, index: number): User | undefined {
  return index < FIRST_ORDINARY_USER ? undefined : state.users[index];
}
