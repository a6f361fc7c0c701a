/** The liquidation price that the ticket says is the booked one, on accounts drawn at random. */
import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Position } from "../../web/accounts/model.ts";
import type { Instrument } from "../../web/state/instrument.ts";
import { sized } from "../support/sized.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { type Kind, type Terms, TicketAccount } from "./support/ticket-account.ts";
import { bookStep, expectPrice, holdMarks, type Step } from "./support/ticket-steps.ts";

/** Accounts of one seed. */
const ACCOUNTS = 16;
const SEEDS = sized({ variable: "BOURSE_TEST_TICKET_SEEDS", quick: 1, deep: 10 });

const MARKETS = [
  { category: "usdt-futures", symbol: "BTCUSDT", coin: "USDT", price: 60_000 },
  { category: "usdt-futures", symbol: "ETHUSDT", coin: "USDT", price: 3_000 },
  { category: "usdc-futures", symbol: "BTCPERP", coin: "USDC", price: 60_000 },
  { category: "coin-futures", symbol: "BTCUSD", coin: "BTC", price: 60_000 },
  { category: "coin-futures", symbol: "ETHUSD", coin: "ETH", price: 3_000 },
] as const;
type Market = (typeof MARKETS)[number];

const COINS = [
  { coin: "USDT", price: 1 },
  { coin: "USDC", price: 1 },
  { coin: "BTC", price: 60_000 },
  { coin: "ETH", price: 3_000 },
] as const;

/** An order by its value in dollars, at a price in hundredths of a per cent from the index. */
const order = fc.record({
  role: fc.constantFrom("taker", "maker"),
  side: fc.constantFrom("buy", "sell"),
  dollars: fc.integer({ min: 200, max: 120_000 }),
  away: fc.integer({ min: -60, max: 60 }),
  isMarket: fc.boolean(),
  /** Per cent of a position that it closes, where there is one that it can close. */
  closing: fc.option(fc.integer({ min: 1, max: 100 })),
});
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

const market = fc.constantFrom(...MARKETS);
const person = fc.record({
  kind: fc.constantFrom<Kind[]>("unified", "unified", "unified", "classic"),
  isIsolated: fc.boolean(),
  isHedge: fc.boolean(),
  leverage: fc.integer({ min: 1, max: 50 }),
  /** Dollars in each coin. */
  owned: fc.tuple(...COINS.map(() => fc.option(fc.integer({ min: 1, max: 200_000 })))),
  market,
  orders: fc.array(order, { minLength: 1, maxLength: 3 }),
  /** Unified: a position in another market before. */
  before: fc.option(fc.record({ market, order })),
});
type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

const exchange = await openExchange();
/** The counterparty of a seed: its position grows with each order. */
let bob = await openCounterparty(exchange);
await holdMarks(exchange, MARKETS);

function onStep(value: Big, step: string, rounding: Big.RoundingMode): string {
  return value.div(step).round(0, rounding).times(step).toFixed();
}

/** Size of an order, and whether it closes a position that the account has. */
function sizeOf(
  drawn: Order,
  instrument: Instrument,
  { isHedge, price }: { readonly isHedge: boolean; readonly price: number },
  positions: readonly Position[],
): Pick<Step, "size" | "isClosing" | "reduceOnly"> {
  const { closing, dollars, side } = drawn;
  const { sizeStep } = instrument;
  const held = positions.find((position) => position.side === (side === "buy" ? "short" : "long"));
  if (closing === null || held === undefined) {
    return { size: onStep(Big(dollars).div(price), sizeStep, Big.roundUp) };
  }
  const size = onStep(Big(held.size).times(closing).div(100), sizeStep, Big.roundUp);
  return { size, ...(isHedge ? { isClosing: true } : { reduceOnly: true }) };
}

async function stepOf(account: TicketAccount, drawn: Order, terms: Terms, at: Market) {
  const { instrument } = account;
  const { away, isMarket, role, side } = drawn;
  const price = Big(at.price).times(Big(10_000 + away).div(10_000));
  const positions = await account.positions();
  const sizes = sizeOf(drawn, instrument, { ...terms, price: at.price }, positions);
  const step: Step = {
    ...{ role, side, ...sizes, price: onStep(price, instrument.priceStep, Big.roundDown) },
    type: isMarket && role === "taker" ? "market" : "limit",
    ...(role === "maker" ? { timeInForce: "post_only" } : {}),
  };
  return step;
}

/** Refusals of orders for which the account has too little. */
const TOO_LITTLE = /got (25203|40762|40754|43012) /;

/** Compares one order; whether the account could place it. */
async function isEqual(
  account: TicketAccount,
  drawn: Order,
  terms: Terms,
  at: Market,
): Promise<boolean> {
  const step = await stepOf(account, drawn, terms, at);
  try {
    const booked = await bookStep(bob, account, step);
    expectPrice(booked, `${at.symbol} ${JSON.stringify(step)}`);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && TOO_LITTLE.test(thrown.message)) return false;
    throw thrown;
  }
}

async function opened(drawn: Person, terms: Terms): Promise<TicketAccount> {
  const { kind, market: at, owned } = drawn;
  const isUnified = kind === "unified";
  const wallet = isUnified ? ("unified" as const) : at.category.replace("-", "_");
  const funds = COINS.flatMap(({ coin, price }, index) => {
    const dollars = owned[index] ?? (coin === at.coin && !isUnified ? 10_000 : 0);
    if (dollars === 0 || (!isUnified && coin !== at.coin)) return [];
    return [{ wallet, coin, amount: Big(dollars).div(price).round(8).toFixed() }];
  });
  // An account needs some coin; this one is no margin.
  const [first = { wallet, coin: "USD", amount: "1" }, ...rest] = funds;
  const money = first as Parameters<typeof TicketAccount.open>[3];
  const account = await TicketAccount.open(exchange, kind, { ...at, terms }, money);
  for (const one of rest) await exchange.admin("POST", `/users/${account.uid}/credits`, one);
  return account;
}

/** Number of orders of a seed that were compared. */
let compared = 0;

async function judge(drawn: Person): Promise<void> {
  const { before, isHedge, isIsolated, kind, leverage, market: at, orders } = drawn;
  const marginMode = isIsolated && kind === "classic" ? "isolated" : "crossed";
  const terms: Terms = { marginMode, isHedge, leverage };
  const account = await opened(drawn, terms);
  if (before !== null && kind === "unified" && before.market !== at) {
    const other = await account.in({ ...before.market, terms });
    if (await isEqual(other, before.order, terms, before.market)) compared += 1;
  }
  for (const one of orders) if (await isEqual(account, one, terms, at)) compared += 1;
  await exchange.admin("POST", `/users/${account.uid}/cancel-orders`, {});
}

it.each(Array.from({ length: SEEDS }, (_none, index) => index + 1))(
  "balances, leverages, modes, contracts, sizes and orders of any kind, seed %i",
  async (seed) => {
    compared = 0;
    bob = await openCounterparty(exchange);
    const random = fc.asyncProperty(person, judge);
    await fc.assert(random, { numRuns: ACCOUNTS, seed, endOnFailure: true });
    expect(compared).toBeGreaterThan(ACCOUNTS);
  },
);
