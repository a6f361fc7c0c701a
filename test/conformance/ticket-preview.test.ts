/** What the ticket of the terminal says about an order is what the exchange then books. */
import Big from "big.js";
import { afterEach, describe, expect, it } from "vitest";
import type { Draft } from "../../web/panels/ticket/draft.ts";
import type { Category } from "../../web/state/instrument.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { type Kind, type Terms, TicketAccount } from "./support/ticket-account.ts";
import { bookStep, expectPrice, holdMarks, type Step } from "./support/ticket-steps.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);

const LINES = {
  "usdt-futures": { ...USDT_PERPETUAL, coin: "USDT", wallet: "usdt_futures" },
  "usdc-futures": { ...USDC_PERPETUAL, coin: "USDC", wallet: "usdc_futures" },
  "coin-futures": { ...COIN_PERPETUAL, coin: "BTC", wallet: "coin_futures" },
} as const;
type Line = keyof typeof LINES;
const LINE_NAMES = Object.keys(LINES) as readonly Line[];

const ETHER = { category: "coin-futures", symbol: "ETHUSD" } as const;
await holdMarks(exchange, [
  ...LINE_NAMES.map((category) => ({ category, symbol: LINES[category].symbol })),
  ETHER,
]);

afterEach(async () => {
  for (const contract of Object.values(LINES)) await bob.clearFutures(contract);
  await bob.clearSpot("BTCUSDT");
});

async function openFutures(
  kind: Kind,
  line: Line,
  terms: Terms,
  amount: string,
): Promise<TicketAccount> {
  const { coin, symbol, wallet } = LINES[line];
  const market = { category: line as Category, symbol, terms };
  const money = { wallet: kind === "unified" ? "unified" : wallet, coin, amount } as const;
  return TicketAccount.open(exchange, kind, market, money);
}

const sum = (texts: readonly string[]): Big => texts.reduce((all, text) => all.plus(text), Big(0));

/** Smallest amount of a coin in which inverse contracts are settled. */
const ATOM = 1e-8;

/** Sends a step, and compares what was said before with what was booked. */
async function expectBooked(account: TicketAccount, step: Step): Promise<void> {
  const booked = await bookStep(bob, account, step);
  const { after, before, orderId, said } = booked;
  const fills = await account.fills(orderId);
  const fee = sum(fills.map((fill) => fill.fee)).abs();
  const margin = (rows: typeof after): Big => sum(rows.map((row) => row.margin));
  const label = JSON.stringify(step);
  expect(fee.toFixed(), label).toBe(step.role === "taker" ? said.takerFee : said.makerFee);
  if (Number(said.cost) > 0 && before.every((held) => held.side === after[0]?.side)) {
    // The ticket says what the order needs, at its price; crossed positions then count at mark.
    const isAtMark = after[0]?.marginMode === "crossed";
    const mark = after[0]?.markPrice ?? "";
    const isInverse = account.instrument.isInverse;
    const rateOf = (earlier: string): Big => {
      if (!isAtMark) return Big(1);
      return isInverse ? Big(earlier).div(mark) : Big(mark).div(earlier);
    };
    const rate = rateOf(step.price ?? "60000");
    const held = margin(before).times(rateOf(before[0]?.markPrice ?? mark));
    expect(margin(after).minus(held).toNumber(), label).toBeCloseTo(
      rate.times(said.cost).toNumber(),
      6,
    );
  }
  expectPrice(booked, label);
}

const OPEN: Step = { role: "taker", side: "buy", size: "0.1" };
const SELL: Step = { role: "taker", side: "sell", size: "0.1" };
const ONE_WAY: readonly Step[] = [
  OPEN,
  { ...OPEN, role: "maker", timeInForce: "post_only" },
  { ...OPEN, type: "market", size: "0.2" },
  { ...SELL, size: "0.15" },
  { ...SELL, size: "0.05", reduceOnly: true },
  { ...SELL, size: "0.4", type: "market" },
  { ...SELL, role: "maker" },
  { ...OPEN, size: "0.3", reduceOnly: true, type: "market" },
];
const HEDGE: readonly Step[] = [
  OPEN,
  SELL,
  { ...SELL, role: "maker", size: "0.2" },
  { ...OPEN, type: "market" },
  { ...SELL, size: "0.1", isClosing: true },
  { ...OPEN, size: "0.3", isClosing: true },
  { ...SELL, size: "0.1", isClosing: true, type: "market" },
];

const CASES: readonly (readonly [Kind, Line, Terms["marginMode"], boolean, number])[] = [
  ["classic", "usdt-futures", "crossed", false, 20],
  ["classic", "usdt-futures", "isolated", false, 10],
  ["classic", "usdt-futures", "crossed", true, 50],
  ["classic", "usdt-futures", "isolated", true, 7],
  ["classic", "usdc-futures", "crossed", false, 5],
  ["classic", "usdc-futures", "isolated", false, 20],
  ["classic", "coin-futures", "crossed", false, 20],
  ["classic", "coin-futures", "isolated", false, 20],
  ["unified", "usdt-futures", "crossed", false, 20],
  ["unified", "usdt-futures", "crossed", true, 3],
  ["unified", "usdc-futures", "crossed", false, 20],
  ["unified", "coin-futures", "crossed", false, 20],
  ["unified", "coin-futures", "crossed", true, 10],
];

/** Sizes on both sides of the bounds of tiers, with the leverage that the larger tier allows. */
const TIERS: readonly Step[] = [
  { ...OPEN, size: "2" },
  { ...OPEN, size: "2" },
  { ...OPEN, role: "maker", size: "15" },
  { ...SELL, size: "30" },
  { ...SELL, role: "maker", size: "10", price: "60100" },
  { ...OPEN, size: "20", price: "59900", reduceOnly: true },
];

describe("the preview of futures is what is booked", () => {
  it.each(CASES)("%s %s, %s, hedge %s, leverage %i", async (kind, line, mode, isHedge, times) => {
    const terms = { marginMode: mode, isHedge, leverage: times };
    const amount = line === "coin-futures" ? "0.2" : "30000";
    const account = await openFutures(kind, line, terms, amount);
    for (const step of isHedge ? HEDGE : ONE_WAY) await expectBooked(account, step);
  });

  // The depth of the book bounds positions of inverse contracts within the first tier.
  it.each(CASES.filter(([, line, , isHedge]) => !isHedge && line !== "coin-futures"))(
    "%s %s, %s, across tiers",
    async (kind, line, mode) => {
      const terms = { marginMode: mode, isHedge: false, leverage: 20 };
      const account = await openFutures(kind, line, terms, "200000");
      for (const step of TIERS) await expectBooked(account, step);
    },
  );
});

/** Coins of a unified account: the first is the settlement coin, or what stands in for it. */
type Coins = Readonly<Partial<Record<"USDT" | "USDC" | "BTC" | "ETH", string>>>;

const UNIFIED_CASES: readonly (readonly [string, Line, boolean, Coins])[] = [
  ["the base coin beside the settlement coin", "usdt-futures", false, { USDT: "3000", BTC: "0.1" }],
  ["no settlement coin: each loss is a debt", "usdt-futures", true, { BTC: "0.4", ETH: "4" }],
  ["losses beyond the settlement coin", "usdc-futures", false, { USDC: "90", ETH: "9" }],
  ["coin-margined, other coins as well", "coin-futures", false, { BTC: "0.1", USDT: "9000" }],
  ["coin-margined, without the coin", "coin-futures", false, { USDT: "9000", ETH: "3" }],
  ["coin-margined, in both directions", "coin-futures", true, { BTC: "0.02", USDC: "20000" }],
];

/** Opens, raises, closes a part at another price and turns over, as taker and as maker. */
const TURNS: readonly Step[] = [
  OPEN,
  { ...OPEN, role: "maker", timeInForce: "post_only", price: "59871.3" },
  { ...SELL, size: "0.123", price: "60140.7" },
  { ...SELL, role: "maker", size: "0.3", price: "60077.7" },
];
const BOTH: readonly Step[] = [
  OPEN,
  { ...SELL, role: "maker", size: "0.25", price: "60140.7" },
  { ...SELL, size: "0.03", isClosing: true, price: "59871.3" },
];

describe("the preview of a unified account counts all its coins", () => {
  const open = async (line: Line, isHedge: boolean, coins: Coins): Promise<TicketAccount> => {
    const { symbol } = LINES[line];
    const terms = { marginMode: "crossed", isHedge, leverage: 20 } as const;
    const [first, ...rest] = Object.entries(coins).map(([coin, amount]) => {
      return { wallet: "unified", coin, amount } as const;
    });
    if (first === undefined) throw new RangeError("an account with a coin");
    const market = { category: line, symbol, terms } as const;
    const account = await TicketAccount.open(exchange, "unified", market, first);
    for (const money of rest) {
      await exchange.admin("POST", `/users/${account.uid}/credits`, money);
    }
    return account;
  };

  it.each(UNIFIED_CASES)("%s: %s, hedge %s", async (_what, line, isHedge, coins) => {
    const account = await open(line, isHedge, coins);
    for (const step of isHedge ? BOTH : TURNS) await expectBooked(account, step);
  });

  it("which in a basic account are its dollars alone", async () => {
    const account = await open("usdt-futures", false, { USDT: "90", USDC: "900", BTC: "1" });
    await account.makeBasic();
    for (const step of TURNS) await expectBooked(account, step);
  });

  it("and what positions of other markets require, whose coin may move with the price", async () => {
    const coins = { USDT: "2000", BTC: "0.05", ETH: "2" };
    const account = await open("coin-futures", false, coins);
    const terms = { marginMode: "crossed", isHedge: false, leverage: 10 } as const;
    const linear = await account.in({ category: "usdt-futures", symbol: "BTCUSDT", terms });
    const ether = await account.in({ ...ETHER, terms });
    await expectBooked(account, OPEN);
    await expectBooked(ether, { ...SELL, size: "1", price: "3005" });
    for (const step of TURNS) await expectBooked(linear, step);
    await expectBooked(account, { ...SELL, role: "maker", size: "0.05", price: "60077.7" });
  });
});

describe("the preview of futures is near what is booked", () => {
  const terms = { marginMode: "crossed", isHedge: false, leverage: 20 } as const;

  it("where a market order walks the book: from the best price to the last one", async () => {
    const account = await openFutures("classic", "usdt-futures", terms, "9000");
    for (const price of ["60000", "60030"]) {
      await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price });
    }
    const draft = { type: "market", size: "0.2" } as const;
    const said = await account.preview(draft);
    const fills = await account.fills(await account.place(draft));
    expect(fills.map(({ price }) => price).sort()).toEqual(["60000", "60030"]);
    const fee = sum(fills.map((fill) => fill.fee)).abs();
    const worst = Big(60_030).div(60_000);
    expect(fee.gte(said.takerFee) && fee.lte(worst.times(said.takerFee))).toBe(true);
    const value = sum(fills.map((fill) => fill.notional));
    expect(value.gte(said.value) && value.lte(worst.times(said.value))).toBe(true);
  });
});

/** Kinds of accounts, and the funds that their orders trade. */
const SPOT_CASES: readonly (readonly [Kind, Draft["spotMode"]])[] = [
  ["classic", "spot"],
  ["classic", "crossed"],
  ["classic", "isolated"],
  ["unified", "spot"],
  ["unified", "crossed"],
];

const SPOT_STEPS: readonly Step[] = [
  { role: "taker", side: "buy", size: "0.123456" },
  { role: "maker", side: "buy", size: "0.1", timeInForce: "post_only" },
  { role: "taker", side: "buy", size: "1234.5", unit: "quote" },
  { role: "taker", side: "sell", size: "0.05" },
  { role: "maker", side: "sell", size: "0.05" },
  { role: "taker", side: "sell", size: "0.01", type: "market" },
];

describe("the preview of spot is what is booked", () => {
  const open = async (kind: Kind, funds: Draft["spotMode"]): Promise<TicketAccount> => {
    const terms = { marginMode: "crossed", isHedge: false, leverage: 1 } as const;
    const market = { category: "spot", symbol: "BTCUSDT", terms } as const;
    const wallet = kind === "unified" ? "unified" : "spot";
    const money = { wallet, coin: "USDT", amount: "100000" } as const;
    const account = await TicketAccount.open(exchange, kind, market, money);
    if (kind === "classic" && funds !== "spot") await account.moveInto(`${funds}_margin`, money);
    return account;
  };

  it.each(SPOT_CASES)("%s, funds %s: sizes in either coin", async (kind, funds) => {
    const account = await open(kind, funds);
    for (const { role, ...step } of SPOT_STEPS) {
      const written = { ...step, price: "60000", spotMode: funds };
      const { side } = step;
      const opposite = {
        side: side === "buy" ? "sell" : "buy",
        price: "60000",
        size: step.unit === "quote" ? "0.020575" : (step.size ?? ""),
      } as const;
      if (role === "taker") await bob.spot("BTCUSDT", opposite);
      const said = await account.preview(written);
      const id = await account.place(written);
      if (role === "maker") await bob.spot("BTCUSDT", opposite);
      const fills = await account.fills(id, funds);
      const label = JSON.stringify(step);
      const given = sum(fills.map((fill) => (side === "buy" ? fill.notional : fill.size)));
      expect(given.toFixed(), label).toBe(said.cost);
      expect(sum(fills.map((fill) => fill.notional)).toFixed(), label).toBe(said.value);
      const fee = sum(fills.map((fill) => fill.fee)).abs();
      expect(fee.toFixed(), label).toBe(role === "taker" ? said.takerFee : said.makerFee);
      expect(fills[0]?.feeCoin).toBe(said.feeCoin);
    }
  });

  it.each(SPOT_CASES)("%s, funds %s: a market buy pays no more", async (kind, funds) => {
    const account = await open(kind, funds);
    await bob.spot("BTCUSDT", { side: "sell", size: "1", price: "60000" });
    const written = { type: "market", size: "1000", spotMode: funds } as const;
    const said = await account.preview(written);
    expect(said).toMatchObject({ cost: "1000", costCoin: "USDT", value: "1000", feeCoin: "BTC" });
    const fills = await account.fills(await account.place(written), funds);
    // What is left buys less than one step of the size.
    const paid = sum(fills.map((fill) => fill.notional));
    expect(paid.lte(said.cost)).toBe(true);
    const step = Big(account.instrument.sizeStep).times(60_000);
    expect(Big(said.cost).minus(paid).lt(step)).toBe(true);
    const fee = sum(fills.map((fill) => fill.fee)).abs();
    expect(fee.lte(said.takerFee)).toBe(true);
    const most = Big(account.instrument.sizeStep).times(account.instrument.takerRate);
    expect(Big(said.takerFee).minus(fee).lte(most.plus(ATOM))).toBe(true);
  });
});
