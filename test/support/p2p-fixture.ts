/** The bare core with peer-to-peer trading: a coin costs 100 dollars, a euro is a dollar. */
import type { P2pStep, Side } from "../../src/core/base/vocabulary.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { type Atoms, atoms } from "../../src/core/money/units.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, USD } from "./core-listings.ts";

const FIAT: DraftOf<"set_p2p_fiat"> = {
  ...{ kind: "set_p2p_fiat", code: "EUR", decimals: 0, usdRateE8: atoms(100_000_000n) },
  ...{ amountMin: atoms(10n), amountMax: atoms(1_000_000n) },
  ...{ floatMinE6: 500_000, floatMaxE6: 2_000_000, fixedMinE6: 500_000, fixedMaxE6: 2_000_000 },
  ...{ payMinutes: [15, 30], methods: [0] },
};

type Fields<K extends "create_p2p_ad" | "update_p2p_ad" | "place_p2p_order"> = Partial<
  Omit<DraftOf<K>, "kind">
>;

/** Atoms of a whole number. */
export function money(amount: number): Atoms {
  return atoms(BigInt(amount));
}

export class P2pFixture extends CoreFixture {
  /** A merchant with 1,000 coins, and another main account with as many. */
  readonly merchant: number;
  readonly taker: number;
  readonly merchantAccount: number;
  readonly takerAccount: number;

  constructor() {
    super();
    const base = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    this.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    this.run({ kind: "add_p2p_method", name: "Bank transfer" });
    this.run({ kind: "add_p2p_method", name: "Card" });
    this.fiat({});
    this.token({});
    this.merchant = this.funded("merchant");
    this.taker = this.funded("taker");
    this.merchantLevel("starter");
    this.merchantAccount = this.account(this.merchant);
    this.takerAccount = this.account(this.taker);
  }

  fiat(fields: Partial<DraftOf<"set_p2p_fiat">>): CoreEvent[] {
    return this.run({ ...FIAT, ...fields });
  }

  token(fields: Partial<DraftOf<"set_p2p_token">>): CoreEvent[] {
    const bounds = { quantityMin: money(1), quantityMax: money(10_000), feeE6: 0 };
    return this.run({ kind: "set_p2p_token", currency: COIN, ...bounds, ...fields });
  }

  /** A main account with 1,000 coins in the funding wallet. */
  funded(name: string, parent = 0): number {
    return this.user(name, [["funding", COIN, 1_000]], { parent });
  }

  merchantLevel(level: DraftOf<"set_p2p_merchant">["level"], user = this.merchant): CoreEvent[] {
    return this.run({ kind: "set_p2p_merchant", user, level, nickName: `Trader ${user}` });
  }

  account(user: number, method = 0): number {
    const account = { user, method, holder: "J. Doe", details: "IBAN 1" };
    this.run({ kind: "add_p2p_account", ...account });
    return this.state.outcome.id;
  }

  /** Publishes an ad of 100 coins at 100 euros each; answers its id. */
  ad(side: Side, fields: Fields<"create_p2p_ad"> = {}): number {
    this.run({
      ...{ kind: "create_p2p_ad", user: this.merchant, side, currency: COIN, fiat: 0 },
      ...{ priceType: "fixed", price: money(100), premiumE6: 0, quantity: money(100) },
      ...{ amountMin: money(100), amountMax: money(10_000), payMinutes: 15 },
      payments: side === "sell" ? [this.merchantAccount] : [0],
      ...{ remark: "", tradeTerms: "", ...fields },
    });
    return this.state.outcome.id;
  }

  update(ad: number, fields: Fields<"update_p2p_ad">): CoreEvent[] {
    return this.run({
      ...{ kind: "update_p2p_ad", user: this.merchant, ad, priceType: "keep", price: money(0) },
      ...{ premiumE6: 0, amountMin: money(0), amountMax: money(0), quantity: money(0) },
      ...{ payMinutes: 0, payments: [], remark: "", tradeTerms: "", ...fields },
    });
  }

  status(ad: number, status: DraftOf<"set_p2p_ad_status">["status"]): CoreEvent[] {
    return this.run({ kind: "set_p2p_ad_status", user: this.merchant, ad, status });
  }

  /** Orders coins for 1,000 euros: 10 of them at 100; answers the id of the order. */
  order(ad: number, fields: Fields<"place_p2p_order"> = {}): number {
    const isSell = this.state.p2p.ads.get(ad)?.side === "sell";
    this.run({
      ...{ kind: "place_p2p_order", user: this.taker, ad, price: money(100) },
      ...{ amount: money(1_000), account: isSell ? 0 : this.takerAccount, ...fields },
    });
    return this.state.outcome.id;
  }

  step(user: number, order: number, step: P2pStep): CoreEvent[] {
    return this.run({ kind: "step_p2p_order", user, order, step });
  }

  coins(user: number): bigint {
    return this.money(user, "funding", COIN)[0];
  }

  /** Coins of merchant, taker, escrow and fees. */
  get holdings(): readonly bigint[] {
    const house = (wallet: "p2p_escrow" | "fees"): bigint =>
      this.state.ledger.balance(this.state.ledger.find(0, WALLET_INDEX[wallet], COIN));
    return [
      ...[this.coins(this.merchant), this.coins(this.taker)],
      ...[house("p2p_escrow"), house("fees")],
    ];
  }
}
