/**
 * The largest loss that the house takes when the index jumps against one leveraged position:
 * derived from the terms of a new exchange, and measured by running the jump.
 */

import { exchangeUserOf, type User } from "../../src/core/accounts/user.ts";
import { longOf } from "../../src/core/base/position-handle.ts";
import { type Instrument, notionalAt } from "../../src/core/instruments/instrument.ts";
import type { PositionTier } from "../../src/core/instruments/position-tiers.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { accountRisk } from "../../src/core/margin/maintenance.ts";
import { type Lots, lots, type Ticks, ticks } from "../../src/core/money/units.ts";
import { FUND_ENDOWMENTS, FUND_TERMS, lossLimitsOf } from "../../src/main/founding/loss-terms.ts";
import { tiersToSet } from "../../src/main/founding/tier-terms.ts";
import { FoundedCore } from "./founded-core.ts";

/** The jump of the index that the table is made for, in percent, from one price to the next. */
export const JUMP_PERCENT = 10;

/** Whole quote coins of one coin, as the table assumes them. */
const PRICES: Readonly<Record<string, number>> = {
  BTC: 60_000,
  ETH: 3_000,
  SOL: 150,
  ADA: 0.35,
  EOS: 0.5,
};
const HUNDRED = 100n;
/** Prices are settled well before the next share of fees moves into the funds, in ms. */
const STEP_MS = 1_000;
const STEPS_MAX = 10;

export type HouseLoss = {
  readonly symbol: string;
  readonly category: string;
  readonly tier: number;
  readonly leverage: number;
  /** Largest position of a user in the tier, in whole quote coins. */
  readonly value: number;
  readonly coin: string;
  /** Both in the smallest unit of the settlement coin. */
  readonly derived: bigint;
  readonly measured: bigint;
};

function priceOf(core: FoundedCore, { base, priceDecimals }: Instrument): Ticks {
  const code = (core.state.currencies[base]?.code ?? "").replace(/^S(?=BTC|ETH)/, "");
  return ticks(Math.round((PRICES[code] ?? 1) * 10 ** priceDecimals));
}

/** The market of a new exchange with its insurance funds and loss limits. */
function newVenue(): FoundedCore {
  const core = new FoundedCore();
  for (const endowment of FUND_ENDOWMENTS) core.run(endowment);
  for (const terms of FUND_TERMS) core.run({ ...terms, feeShareE6: 0 });
  for (const instrument of core.state.instruments) {
    const { currencies, tiers } = core.state;
    const baseCode = currencies[instrument.base]?.code ?? "";
    const tierTerms = tiersToSet(instrument, baseCode, tiers[instrument.index] ?? []);
    if (tierTerms !== undefined) core.run(tierTerms);
    const limits = instrument.isFutures ? lossLimitsOf(core.state, instrument) : undefined;
    if (limits !== undefined) core.run(limits);
  }
  return core;
}

/** The largest size that the tier and the limit of a user's position allow. */
function largestSize(instrument: Instrument, tier: PositionTier, price: Ticks): Lots {
  const perLot = instrument.isInverse ? 1n : BigInt(price) * instrument.atomsPerTickLot;
  const byTier = Number(tier.measureMax / perLot);
  return lots(Math.min(byTier, instrument.lossLimits.positionFloor));
}

/** Equity of the fund at mark, and what lies in the house account, in settle atoms. */
function houseWorth(core: FoundedCore, { realm, settle }: Instrument): bigint {
  const { state } = core;
  const owner = state.users[exchangeUserOf(realm)] as User;
  const account = (wallet: "insurance_fund" | "house"): number =>
    state.ledger.account(owner.index, WALLET_INDEX[wallet], settle);
  const { equity } = accountRisk(state, owner, account("insurance_fund"));
  return equity + state.ledger.balance(account("house"));
}

function quote(core: FoundedCore, instrument: Instrument, price: number): void {
  core.run({ kind: "set_index_prices", instruments: [instrument.index], prices: [price] });
}

/** What a position at the tier's leverage costs the house when the index jumps against a long. */
function measure(instrumentIndex: number, tier: PositionTier): bigint {
  const core = newVenue();
  const instrument = core.state.instruments[instrumentIndex] as Instrument;
  const price = priceOf(core, instrument);
  quote(core, instrument, price);
  const [alice, bob] = [core.user("alice"), core.user("bob")];
  const terms = { user: alice, instrument: instrumentIndex } as const;
  core.run({ kind: "set_margin_mode", ...terms, marginMode: "isolated" });
  const leverage = tier.leverageMax;
  core.run({ kind: "set_leverage", ...terms, positionSide: "net", leverage });
  core.run({ kind: "set_leverage", ...terms, user: bob, positionSide: "net", leverage: 1 });
  const size = largestSize(instrument, tier, price);
  core.place(bob, instrument, { side: "sell", price, size });
  const refusal = core.place(alice, instrument, { side: "buy", price, size });
  const row = core.state.positions.find(alice, instrumentIndex);
  if (refusal !== undefined || core.state.positions.size.get(longOf(row)) !== size) {
    throw new Error(`${instrument.symbol} tier ${tier.tier} opens, got ${refusal}`);
  }
  const before = houseWorth(core, instrument);
  quote(core, instrument, Math.floor((price * (100 - JUMP_PERCENT)) / 100));
  for (let step = 0; step < STEPS_MAX; step++) core.passMs(STEP_MS);
  return before - houseWorth(core, instrument);
}

/**
 * Loss of a take-over at the bankruptcy price: the jump less the initial margin, both of the value
 * at entry, with the fee of closing and the rounding of the price to a tick; never more than the
 * fund may lose in an hour. The price includes the fee of closing.
 */
function derive(instrument: Instrument, tier: PositionTier, price: Ticks): bigint {
  const size = largestSize(instrument, tier, price);
  const entry = notionalAt(instrument, price, size);
  const fallen = ticks(Math.floor((price * (100 - JUMP_PERCENT)) / 100));
  const now = notionalAt(instrument, fallen, size);
  const lost = instrument.isInverse ? now - entry : entry - now;
  const tick = now - notionalAt(instrument, ticks(fallen + (instrument.isInverse ? 1 : -1)), size);
  const rate = BigInt(instrument.takerRate);
  const fee = ((now + tick) * rate) / (1_000_000n - rate) + 1n;
  const gap = lost + fee + tick - entry / BigInt(tier.leverageMax);
  const { fundDrawMax } = instrument.lossLimits;
  if (gap <= 0n) return 0n;
  return gap < fundDrawMax ? gap : fundDrawMax;
}

/** Coins with rows: the largest ones, and one of each class of further coins. */
const CODES = /^S?(BTC|ETH)$|^(SOL|ADA|EOS)$/;

/** One row per tier of the live contracts of these coins. */
export function houseLosses(): HouseLoss[] {
  const venue = newVenue();
  const { currencies, instruments, tiers } = venue.state;
  const contracts = instruments.filter(
    ({ base, isFutures, realm }) =>
      isFutures && realm === "live" && CODES.test(currencies[base]?.code ?? ""),
  );
  return contracts.flatMap((instrument) => {
    const price = priceOf(venue, instrument);
    return (tiers[instrument.index] ?? []).map((tier): HouseLoss => {
      const size = largestSize(instrument, tier, price);
      const settled = notionalAt(instrument, price, size);
      const inQuote = instrument.isInverse ? BigInt(size) : settled / HUNDRED ** 4n;
      return {
        symbol: instrument.symbol,
        category: instrument.category,
        tier: tier.tier,
        leverage: tier.leverageMax,
        value: Number(inQuote),
        coin: currencies[instrument.settle]?.code ?? "",
        derived: derive(instrument, tier, price),
        measured: measure(instrument.index, tier),
      };
    });
  });
}

/** An amount of eight decimals with two digits behind the point, rounded away from zero. */
function coinsUp(atoms: bigint): string {
  const perHundredth = 1_000_000n;
  const hundredths = atoms <= 0n ? 0n : (atoms + perHundredth - 1n) / perHundredth;
  return `${hundredths / HUNDRED}.${String(hundredths % HUNDRED).padStart(2, "0")}`;
}

/** The table of `docs/risk-bounds.md`, as Markdown. */
export function houseLossTable(losses: readonly HouseLoss[]): string {
  const head = [
    "| contract | category | tier | leverage | largest position | house loses at most | measured |",
    "|---|---|---|---|---|---|---|",
  ];
  const rows = losses.map((loss) => {
    const { category, coin, derived, leverage, measured, symbol, tier, value } = loss;
    const amounts = `${coinsUp(derived)} ${coin} | ${coinsUp(measured)} ${coin}`;
    return `| ${symbol} | ${category} | ${tier} | ${leverage} | ${value} | ${amounts} |`;
  });
  return [...head, ...rows].join("\n");
}
