/** People on spot and margin: holders behind stops, and those who trade with borrowed money. */

import type { MarginWallet, OrderBacking } from "../../../src/core/base/vocabulary.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import { atoms } from "../../../src/core/money/units.ts";
import { type Credits, coinAtoms, type HonestMarket } from "./honest-market.ts";
import { Person } from "./person.ts";

const HOLDER_MEAN_MS = 12_000;
const BORROWER_MEAN_MS = 8_000;
const FUNDS_MIN = 1_000;
const FUNDS_MAX = 100_000;
const FUNDS_ALPHA = 1.1;
const ORDERS_MAX = 4;
/** Stops that a holder lets wait. */
const PLANS_MAX = 4;
/** What borrowers ask for, as a part of what the account can hold at most. */
const PART_MAX = 0.9;

function baseOf({ symbol }: Instrument): "BTC" | "ETH" {
  return symbol.startsWith("ETH") ? "ETH" : "BTC";
}

function off(person: Person, instrument: Instrument, share: number): number {
  return Math.max(1, Math.round(person.index(instrument) * (1 + share)));
}

/** Lots of a part of the coins in a wallet. */
function sellable(person: Person, instrument: Instrument, part: number): number {
  const { lotStep, sizeDecimals } = instrument;
  const coins = person.coins("spot", baseOf(instrument)) * part;
  return Math.floor((coins * 10 ** sizeDecimals) / lotStep);
}

/** Buys, sells, and keeps a stop under what is held, or over what is to be bought. */
function actOnSpot(person: Person, instrument: Instrument): void {
  const { random } = person;
  const isCrowded = person.openOrders(instrument) >= ORDERS_MAX || person.plans >= PLANS_MAX;
  if (isCrowded && random.chance(0.2)) return person.cancelAll(instrument);
  if (isCrowded) return;
  const isBuy = random.chance(0.5);
  const part = random.between(0.05, 0.6);
  const size = isBuy
    ? person.lotsOf(instrument, person.coins("spot", "USDT") * part)
    : sellable(person, instrument, part);
  const sign = isBuy ? 1 : -1;
  const draw = random.uniform();
  if (draw < 0.25) person.order({ instrument, isBuy, price: 0, size });
  else if (draw < 0.4) {
    const price = off(person, instrument, sign * random.between(0.001, 0.01));
    person.order({ instrument, isBuy, price, size: Math.floor(size * 0.9) });
  } else if (draw < 0.55) {
    const price = off(person, instrument, -sign * random.between(0.000_5, 0.02));
    person.order({ instrument, isBuy, price, size });
  } else {
    const trigger = off(person, instrument, sign * random.between(0.005, 0.05));
    const price = random.chance(0.6)
      ? 0
      : Math.round(trigger * (1 + sign * random.between(0.002, 0.02)));
    const less = isBuy ? Math.floor(size * 0.9) : size;
    person.plan({ instrument, isBuy, price, size: less }, trigger, "last");
  }
}

type Borrower = {
  readonly person: Person;
  readonly instrument: Instrument;
  readonly backing: Exclude<OrderBacking, "default">;
  /** Dollars of the account at the start. */
  readonly funds: number;
  /** Value of orders over funds, at most. */
  readonly leverage: number;
};

function walletOf({ backing }: Borrower): "crossed_margin" | "isolated_margin" | "unified" {
  return backing === "unified_margin" ? "unified" : backing;
}

function coinsIn(borrower: Borrower, code: string): number {
  const { instrument, person } = borrower;
  const wallet = walletOf(borrower);
  const place = wallet === "isolated_margin" ? instrument.index + 1 : 0;
  return person.coins(wallet, code, place);
}

/** Buys with borrowed dollars or sells what was bought, at the market, near it and away from it. */
function actOnMargin(borrower: Borrower): void {
  const { backing, funds, instrument, leverage, person } = borrower;
  const { random } = person;
  if (person.openOrders(instrument) >= ORDERS_MAX) return person.cancelAll(instrument);
  const draw = random.uniform();
  if (draw < 0.2) return repay(borrower);
  const base = baseOf(instrument);
  const held = person.dollarsOfCoin(base, coinsIn(borrower, base));
  const isBuy = random.chance(held > funds * 0.5 ? 0.3 : 0.8);
  const room = Math.max(0, funds * leverage - held);
  const dollars = (isBuy ? room : Math.max(held, funds * 0.2)) * random.between(0.05, PART_MAX);
  const size = person.lotsOf(instrument, dollars);
  const sign = isBuy ? 1 : -1;
  const kind = random.uniform();
  let price = 0;
  if (kind > 0.8) price = off(person, instrument, sign * random.between(0.001, 0.01));
  else if (kind > 0.6) price = person.best(instrument, isBuy);
  else if (kind > 0.4) price = off(person, instrument, -sign * random.between(0.001, 0.02));
  person.order({ instrument, isBuy, price, size, backing });
}

/** Repays a part of what is there, with the coin itself, by a sale or with other coins. */
function repay(borrower: Borrower): void {
  const { backing, instrument, person } = borrower;
  const { random, user } = person;
  const dollar = person.market.currency("USDT");
  const bitcoin = person.market.currency(baseOf(instrument));
  if (backing === "unified_margin") {
    const [debts, payments] = random.chance(0.5) ? [[dollar], [bitcoin]] : [[bitcoin], [dollar]];
    return person.request({ kind: "repay_debts", user, debts, payments });
  }
  const place = backing === "isolated_margin" ? instrument.index + 1 : 0;
  const scope = { user, wallet: backing as MarginWallet, instrument: place };
  const coins = coinsIn(borrower, "USDT") * random.between(0.2, 1);
  const kind = random.uniform();
  const amount = atoms(coinAtoms(coins));
  if (kind < 0.2) person.request({ ...scope, kind: "flash_repay", currency: 0 });
  else if (kind < 0.5) {
    const more = atoms(coinAtoms(borrower.funds * random.between(0.05, 0.5)));
    person.request({ ...scope, kind: "borrow", currency: dollar, amount: more });
  } else person.request({ ...scope, kind: "repay", currency: dollar, amount });
}

function addBorrower(market: HonestMarket, instrument: Instrument, place: number): void {
  const backing = (["crossed_margin", "isolated_margin", "unified_margin"] as const)[place % 3];
  if (backing === undefined) return;
  const isUnified = backing === "unified_margin";
  const accountKind = isUnified ? "unified" : "classic";
  const group = "borrowers";
  const person = new Person(market, { group, accountKind, name: `${place}`, credits: [] });
  const funds = person.random.pareto(FUNDS_ALPHA, FUNDS_MIN, FUNDS_MAX);
  const base = baseOf(instrument);
  const credits: Credits = isUnified
    ? [
        ["unified", "USDT", funds / 2],
        ["unified", base, funds / 2 / (base === "BTC" ? 60_000 : 2_700)],
      ]
    : [["spot", "USDT", funds]];
  market.credit(person.user, credits);
  if (!isUnified) market.fundMargin(person.user, backing, instrument, funds);
  const leverage = backing === "isolated_margin" ? 5 : 2.5;
  const borrower = { person, instrument, backing, funds, leverage };
  const delayMs = (): number => person.random.exponential(BORROWER_MEAN_MS);
  market.employ({ delayMs, act: () => actOnMargin(borrower) });
}

export function addSpotPeople(market: HonestMarket, perPair: number): void {
  for (const instrument of market.instruments.filter(({ isFutures }) => !isFutures)) {
    for (let place = 0; place < perPair; place++) {
      const terms = {
        group: "stop holders",
        accountKind: "classic",
        name: `spot ${place}`,
      } as const;
      const person = new Person(market, { ...terms, credits: [] });
      const funds = person.random.pareto(FUNDS_ALPHA, FUNDS_MIN, FUNDS_MAX);
      const base = baseOf(instrument);
      const coins = funds / (base === "BTC" ? 60_000 : 2_700);
      market.credit(person.user, [
        ["spot", "USDT", funds],
        ["spot", base, coins],
      ]);
      const delayMs = (): number => person.random.exponential(HOLDER_MEAN_MS);
      market.employ({ delayMs, act: () => actOnSpot(person, instrument) });
      addBorrower(market, instrument, place);
    }
  }
}
