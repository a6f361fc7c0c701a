/**
 * Two accounts of one hostile owner, a fund with money, and a market at 1,000 in which no one else
 * trades. One account loses to the other; what both have together is their joint wealth.
 */
import { expect } from "vitest";
import type { TimeInForce, Wallet } from "../../src/core/base/vocabulary.ts";
import { isWorkDue } from "../../src/core/clock/tick.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { unrealisedOf } from "../../src/core/margin/margin.ts";
import { atoms } from "../../src/core/money/units.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "./core-listings.ts";

export const MODES = ["crossed", "isolated", "hedged", "unified"] as const;
export type Mode = (typeof MODES)[number];

export type Variant = {
  readonly instrument: number;
  readonly side: "buy" | "sell";
  readonly mode: Mode;
};

/** Buys and sells, linear and inverse, on each kind of account. */
export const VARIANTS: readonly Variant[] = [LINEAR, INVERSE].flatMap((instrument) =>
  (["buy", "sell"] as const).flatMap((side) => MODES.map((mode) => ({ instrument, side, mode }))),
);

export const MARK = 1_000;
/** Lots that are worth 100,000 of the settlement coin at the mark price. */
const WORTH_100_000 = { [LINEAR]: 100, [INVERSE]: 100_000_000 } as const;
const FUND = 1_000_000_000;

type Order = {
  readonly price: number;
  readonly size?: number;
  readonly reduceOnly?: boolean;
  readonly timeInForce?: TimeInForce;
};

export type ColluderTerms = Variant & {
  readonly wallet: number;
  readonly leverage: number;
  readonly takerRateE6?: number;
};

/** An exchange with the two accounts; tests take its members apart. */
class Colluders {
  readonly core: CoreFixture;
  readonly loser: number;
  readonly winner: number;
  /** Size of an order that is worth 100,000 at the mark price. */
  readonly size: number;
  readonly #variant: Variant;
  readonly #currency: number;
  readonly #futures: Wallet;
  readonly #from: Wallet;
  readonly #other: "buy" | "sell";
  readonly #positionSide: "net" | "long" | "short";

  constructor(terms: ColluderTerms) {
    const { instrument, leverage, mode, side, takerRateE6 = 0, wallet } = terms;
    const isInverse = instrument === INVERSE;
    const isUnified = mode === "unified";
    this.#variant = { instrument, side, mode };
    this.#currency = isInverse ? COIN : USD;
    this.#futures = isInverse ? "coin_futures" : "usdt_futures";
    this.#from = isUnified ? "unified" : this.#futures;
    this.#other = side === "buy" ? "sell" : "buy";
    this.#positionSide = mode !== "hedged" ? "net" : side === "buy" ? "long" : "short";
    this.size = WORTH_100_000[instrument as 1 | 2];
    this.core = new CoreFixture({ takerRateE6, sizeLotsMax: 1_000_000_000 });
    this.#found(instrument);
    const { core } = this;
    const accountKind = isUnified ? "unified" : "classic";
    this.loser = core.user("loser", [[this.#from, this.#currency, wallet]], { accountKind });
    this.winner = core.user("winner", [[this.#futures, this.#currency, 100_000_000]]);
    const user = this.loser;
    const marginMode = mode === "isolated" ? "isolated" : "crossed";
    if (isUnified) {
      core.run({ kind: "set_account_level", user, level: "advanced", isByOperator: true });
    } else {
      core.run({ kind: "set_margin_mode", user, instrument, marginMode });
    }
    core.run({ kind: "set_leverage", user, instrument, positionSide: "net", leverage });
    if (mode === "hedged") core.hedge(user, isInverse ? "coin_futures" : "usdt_futures");
  }

  /** Coins that count in full, one wide tier, a fund with money, and an index price. */
  #found(instrument: number): void {
    const { core } = this;
    const shared = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    core.run({ ...shared, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    core.run({ ...shared, currency: COIN, isDollar: false, ratesE6: [1_000_000] });
    const rates = { leverageMaxes: [100], maintenanceRatesE6: [4_000] };
    const valueMaxes = [1_000_000_000];
    core.run({ kind: "set_position_tiers", instrument, valueMaxes, ...rates });
    const endowment = { kind: "endow", realm: "live", wallet: "insurance_fund" } as const;
    core.run({ ...endowment, currency: this.#currency, amount: atoms(BigInt(FUND)) });
    core.index(MARK);
  }

  /** Places an order of the loser in its direction, or against its position; its rejection. */
  readonly rest = (order: Order): string | undefined => {
    const isClosing = order.reduceOnly === true;
    const { instrument, mode, side } = this.#variant;
    this.core.place({
      user: this.loser,
      instrument,
      side: isClosing ? this.#other : side,
      positionSide: this.#positionSide,
      price: order.price,
      size: order.size ?? this.size,
      reduceOnly: isClosing && mode !== "hedged",
      timeInForce: order.timeInForce ?? "gtc",
    });
    return this.core.rejection;
  };

  /** Sends an immediate order of the winner; `against` says which kind of order rests. */
  readonly take = (against: "opening" | "closing", price: number, size: number = this.size) => {
    const { instrument } = this.#variant;
    const side = against === "opening" ? this.#other : this.#variant.side;
    const order = { user: this.winner, instrument, side, price, size } as const;
    return this.core.place({ ...order, timeInForce: "ioc" });
  };

  /** Opens the position of the loser at mark, against the winner. */
  readonly open = (): void => {
    const { core, size, winner } = this;
    const { instrument } = this.#variant;
    core.place({ user: winner, instrument, side: this.#other, price: MARK, size });
    expect(this.rest({ price: MARK })).toBeUndefined();
  };

  /** Transfers money of the loser to where no margin reaches it. */
  readonly moveOut = (amount: bigint): void => {
    const wallets = { from: this.#from, to: "funding" } as const;
    this.core.transfer({ user: this.loser, ...wallets, currency: this.#currency, amount });
    expect(this.core.rejection).toBeUndefined();
  };

  /** Ticks until no work is left. */
  readonly settle = (): void => {
    const { core } = this;
    core.passMs(0);
    for (let left = 50; left > 0 && isWorkDue(core.state); left--) core.passMs(0);
    expect(isWorkDue(core.state)).toBe(false);
  };

  /** Size of the loser's position. */
  readonly held = (): number => {
    const { instrument, side } = this.#variant;
    return this.core.position(this.loser, instrument)[side === "buy" ? 0 : 1];
  };

  /** Money of both in the settlement coin, with what is open valued at mark. */
  readonly wealth = (): bigint => this.#wealthOf(this.loser) + this.#wealthOf(this.winner);

  readonly fundLoss = (): bigint => BigInt(FUND) - this.#balance(0, "insurance_fund");

  #balance(user: number, wallet: Wallet, instrument?: number): bigint {
    const { ledger } = this.core.state;
    return ledger.balance(ledger.find(user, WALLET_INDEX[wallet], this.#currency, instrument));
  }

  #wealthOf(user: number): bigint {
    const { instrument } = this.#variant;
    let sum = 0n;
    for (const wallet of new Set([this.#from, this.#futures, "funding"] as const)) {
      sum += this.#balance(user, wallet);
    }
    for (const wallet of ["long_margin", "short_margin"] as const) {
      sum += this.#balance(user, wallet, instrument + 1);
    }
    const row = this.core.state.positions.find(user, instrument);
    if (row === 0) return sum;
    return sum + unrealisedOf(this.core.state, row, 0) + unrealisedOf(this.core.state, row, 1);
  }
}

/** The loser has `wallet` and this leverage, the winner plenty. */
export function colluders(terms: ColluderTerms): Colluders {
  return new Colluders(terms);
}
