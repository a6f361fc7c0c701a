/**
 * What two accounts with unlimited funds can do to the prices of each listed instrument when no user
 * else is in its book: the strongest case, since whoever trades against them only costs them money.
 * Every bound follows from the guards, and the table of `docs/price-bounds.md` states it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  BASIS_SAMPLE_WEIGHT_MS_MAX,
  BASIS_WINDOW_MS,
  FUNDING_RATE_MAX_DEFAULT,
  TRADE_PERIOD_MS,
  TRADE_PERIODS,
} from "../../src/core/base/limits.ts";
import type { Instrument } from "../../src/core/instruments/instrument.ts";
import { lots } from "../../src/core/money/units.ts";
import { lotsOfUnits } from "../../src/core/order-book/impact-price.ts";
import { FoundedCore, INDEX } from "./founded-core.ts";

const PAGE = join(import.meta.dirname, "../../docs/price-bounds.md");
const MINUTE = 60;
const WINDOW = BASIS_WINDOW_MS / 1_000;
const TIMEOUT_MS = 120_000;
/** Dollars of each trade on spot, which has no impact size. */
const SPOT_UNITS = 1_000;

type Direction = "up" | "down";
type Attack = (second: number) => void;

/** Share of the index by which the mark price may be away after so many seconds of attack. */
function markBound({ deliveryAtMs, guards }: Instrument, seconds: number): number {
  const cap = guards.markCap / 1_000_000;
  const rate = deliveryAtMs === 0 ? FUNDING_RATE_MAX_DEFAULT / 100_000_000 : 0;
  const samples = (seconds * 1_000 + BASIS_SAMPLE_WEIGHT_MS_MAX) / BASIS_WINDOW_MS;
  return Math.min(cap, Math.max(rate, cap * samples));
}

/** The same of the reference while the index is stale: all trades at the edge of its band. */
function referenceBound({ buyLimitRatio }: Instrument, seconds: number): number {
  const part = (seconds * 1_000 + TRADE_PERIOD_MS) / (TRADE_PERIODS * TRADE_PERIOD_MS);
  return (1 - part) / (1 - (1 + buyLimitRatio / 1_000_000) * part) - 1;
}

/** Seconds of attack after which the mark price can be so far away; `undefined` for never. */
function secondsTo(instrument: Instrument, share: number): number | undefined {
  for (let seconds = 0; seconds <= WINDOW; seconds++) {
    if (markBound(instrument, seconds) >= share) return seconds;
  }
  return undefined;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** Bounds of an instrument as the page states them, after its symbol. */
function boundsOf(instrument: Instrument): string {
  const { buyLimitRatio, category, guards, isFutures } = instrument;
  const band = percent(buyLimitRatio / 1_000_000);
  if (!isFutures) {
    const stale = percent(referenceBound(instrument, MINUTE));
    return `| ${category} | – | – | – | 0.00 % / ${stale} | ${band} |`;
  }
  const minute = percent(markBound(instrument, MINUTE));
  const most = percent(guards.markCap / 1_000_000);
  const seconds = secondsTo(instrument, 0.01);
  const wall = guards.impactUnits.toLocaleString("en");
  const cost = seconds === undefined ? "cannot" : `${wall} a side for ${seconds + MINUTE} s`;
  return `| ${category} | ${minute} | ${most} | ${cost} | – | ${band} |`;
}

/** A book of their own: mallory quotes, her accomplice trades with her. */
function attackers(core: FoundedCore, instrument: Instrument, direction: Direction) {
  const [mallory, accomplice] = [core.user("mallory"), core.user("accomplice")];
  const isUp = direction === "up";
  const { bandRatio, sign } = isUp
    ? { bandRatio: instrument.buyLimitRatio, sign: 1 }
    : { bandRatio: instrument.sellLimitRatio, sign: -1 };
  const edgeOf = (reference: number): number => {
    const bound = (reference * (1_000_000 + sign * bandRatio)) / 1_000_000;
    return isUp ? Math.floor(bound) : Math.ceil(bound);
  };
  const settle = core.state.currencies[instrument.settle];
  if (settle === undefined) throw new Error(`${instrument.symbol} settles in a coin`);
  const units = instrument.guards.impactUnits || SPOT_UNITS;
  const wall = lotsOfUnits(instrument, settle, { units, index: core.pricesOf(instrument).index });
  const small = instrument.isFutures ? lots(Math.max(1, Math.ceil(wall / 1_000))) : wall;
  return {
    wall,
    small,
    /** The farthest price at which anybody may trade now. */
    edge: (): number => {
      const { mark, reference } = core.pricesOf(instrument);
      return edgeOf(instrument.isFutures ? mark : reference);
    },
    /** A trade between the two at that price, so that it is the last price. */
    wash(price: number, size = small): void {
      const [maker, taker] = isUp ? (["sell", "buy"] as const) : (["buy", "sell"] as const);
      expect(core.place(mallory, instrument, { side: maker, price, size })).toBeUndefined();
      expect(core.place(accomplice, instrument, { side: taker, price, size })).toBeUndefined();
    },
    /** Both sides of the book beside that price; the side without a bound is put far away. */
    walls(price: number, size = wall): void {
      const near = { side: isUp ? "buy" : "sell", price: price - sign, size } as const;
      const far = isUp ? 2 * INDEX : Math.floor(INDEX / 2);
      const other = { side: isUp ? "sell" : "buy", price: far, size } as const;
      expect(core.place(mallory, instrument, near)).toBeUndefined();
      expect(core.place(mallory, instrument, other)).toBeUndefined();
    },
    clear(): void {
      core.cancelAll(mallory, instrument);
      core.cancelAll(accomplice, instrument);
    },
  };
}

type Team = ReturnType<typeof attackers>;

const PROGRAMS: Readonly<Record<string, (team: Team) => Attack>> = {
  "walls of the impact size and wash trades at the edge": (team) => () => {
    team.clear();
    const price = team.edge();
    team.wash(price);
    team.walls(price);
  },
  "walls that stand at the samples alone": (team) => (second) => {
    team.clear();
    if (second % 5 === 4) team.walls(team.edge());
  },
  "wash trades in an empty book": (team) => () => team.wash(team.edge()),
  "dust on both sides and wash trades": (team) => () => {
    team.clear();
    const price = team.edge();
    team.wash(price);
    team.walls(price, team.small);
  },
};

/** Runs an attack second by second; answers the largest distance of a price from the index. */
function distances(
  core: FoundedCore,
  attack: Attack,
  terms: { readonly seconds: number; readonly isFresh: boolean; readonly price: () => number },
): number[] {
  const far: number[] = [];
  for (let second = 0; second < terms.seconds; second++) {
    if (terms.isFresh) core.quoteIndex();
    attack(second);
    core.passMs(1_000);
    far.push(Math.abs(terms.price() - INDEX));
  }
  return far;
}

const listed = new FoundedCore();
/** Instruments with the same guards and bands; an attack on the first one stands for all. */
const groups = [
  ...Map.groupBy(
    listed.state.instruments.filter(({ realm }) => realm === "live"),
    (instrument) => `${boundsOf(instrument)} ${instrument.guards.impactUnits}`,
  ).values(),
];
const instruments = groups.flatMap(([first]) => (first === undefined ? [] : [first]));

function rowOf(group: readonly Instrument[]): string {
  const [first] = group;
  if (first === undefined) throw new RangeError("a group has an instrument");
  const others = group.length === 1 ? "" : ` and ${group.length - 1} more`;
  return `| ${first.symbol}${others} ${boundsOf(first)}`;
}

const futures = instruments.filter(({ isFutures }) => isFutures);
const spot = instruments.filter(({ isFutures }) => !isFutures);
const directions = ["up", "down"] as const;
/** Linear, inverse, dated: one of each for the programs that are no stronger than the first. */
const kinds = futures.filter(
  ({ deliveryAtMs, symbol }) => deliveryAtMs > 0 || symbol === "BTCUSD" || symbol === "BTCUSDT",
);

function isWithinBounds(name: string, index: number, direction: Direction): void {
  const core = new FoundedCore();
  const instrument = core.state.instruments[index] as Instrument;
  const attack = PROGRAMS[name]?.(attackers(core, instrument, direction)) ?? (() => undefined);
  const price = (): number => core.pricesOf(instrument).mark;
  let before = Math.abs(price() - INDEX);
  const far = distances(core, attack, { seconds: WINDOW + MINUTE, isFresh: true, price });
  const edge = INDEX * (1 + instrument.buyLimitRatio / 1_000_000);
  const step = Math.ceil((edge * instrument.guards.markStep) / 1_000_000);
  for (const [second, distance] of far.entries()) {
    const bound = Math.floor(INDEX * markBound(instrument, second + 1)) + 1;
    expect(distance, `after ${second + 1} s`).toBeLessThanOrEqual(bound);
    expect(distance - before, `in second ${second + 1}`).toBeLessThanOrEqual(step);
    before = distance;
  }
}

it.for(
  Object.keys(PROGRAMS).flatMap((name, place) =>
    (place === 0 ? futures : kinds).flatMap(({ category, index, symbol }) =>
      directions.map((direction) => [name, symbol, category, direction, index] as const),
    ),
  ),
)(
  "by %s the mark price of %s, %s, goes %s within its bound",
  { timeout: TIMEOUT_MS },
  (example) => {
    const [name, , , direction, index] = example;
    isWithinBounds(name, index, direction);
  },
);

it("walls of the impact size reach the bound", { timeout: TIMEOUT_MS }, () => {
  const core = new FoundedCore();
  const instrument = core.state.instruments[futures[0]?.index ?? -1] as Instrument;
  const [walls] = Object.values(PROGRAMS);
  const attack = walls?.(attackers(core, instrument, "up")) ?? (() => undefined);
  const price = (): number => core.pricesOf(instrument).mark;
  const far = distances(core, attack, { seconds: WINDOW + MINUTE, isFresh: true, price });
  expect(Math.max(...far)).toBe((INDEX * instrument.guards.markCap) / 1_000_000);
  // After a minute the funding rate is what carries it: 0.3 % of the index.
  expect(far[MINUTE - 1]).toBeGreaterThan(INDEX * 0.0029);
});

const spotExamples = spot.flatMap(({ index, symbol }) =>
  directions.map((direction) => [symbol, direction, index] as const),
);

it.for(spotExamples)(
  "the reference of %s stays with a fresh index, whatever trades go %s",
  { timeout: TIMEOUT_MS },
  ([, direction, index]) => {
    const core = new FoundedCore();
    const instrument = core.state.instruments[index] as Instrument;
    const team = attackers(core, instrument, direction);
    const attack = (): void => team.wash(team.edge());
    const price = (): number => core.pricesOf(instrument).reference;
    const far = distances(core, attack, { seconds: 2 * WINDOW, isFresh: true, price });
    expect(Math.max(...far)).toBe(0);
    const band = (INDEX * instrument.buyLimitRatio) / 1_000_000;
    expect(Math.abs(core.pricesOf(instrument).last - INDEX)).toBe(band);
  },
);

it.for(spotExamples)(
  "the reference of %s goes %s within its bound while the index is stale, and comes back",
  { timeout: TIMEOUT_MS },
  ([, direction, index]) => {
    const core = new FoundedCore();
    const instrument = core.state.instruments[index] as Instrument;
    const team = attackers(core, instrument, direction);
    core.passMs(31_000);
    const attack = (): void => team.wash(team.edge());
    const price = (): number => core.pricesOf(instrument).reference;
    const far = distances(core, attack, { seconds: MINUTE, isFresh: false, price });
    for (const [second, distance] of far.entries()) {
      const bound = Math.ceil(INDEX * referenceBound(instrument, second + 1));
      expect(distance, `after ${second + 1} s`).toBeLessThanOrEqual(bound);
    }
    expect(far.at(-1)).toBeGreaterThan(0);
    for (let second = 0; second < 10; second++) {
      core.quoteIndex();
      core.passMs(1_000);
    }
    expect(price()).toBe(INDEX);
  },
);

it("the page on price bounds states them for all instruments", () => {
  const rows = readFileSync(PAGE, "utf8")
    .split("\n")
    .filter((line) => /^\| [A-Z0-9]+( and \d+ more)? \| [a-z_]+ \|/.test(line));
  expect(rows).toEqual(groups.map(rowOf));
});
