/** Two people who trade futures with each other at round numbers; one has plenty. */
import { CoreFixture } from "./core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "./core-listings.ts";

/** Taker rate, in millionths; makers pay nothing. */
export const FEE = 600;

type TradersTerms = {
  readonly instrument?: number;
  readonly price: number;
  readonly wallet?: number;
  readonly leverage?: number;
  readonly isIsolated?: boolean;
  readonly isHedge?: boolean;
};

/** Alice trades with bob, who has plenty; the index stands at the price of the trades. */
export function traders(terms: TradersTerms) {
  const { instrument = LINEAR, price, wallet = 1_000, leverage = 10 } = terms;
  const core = new CoreFixture({ takerRateE6: FEE });
  const [category, currency] =
    instrument === INVERSE ? (["coin_futures", COIN] as const) : (["usdt_futures", USD] as const);
  const alice = core.user("alice", [[category, currency, wallet]]);
  const bob = core.user("bob", [[category, currency, 1_000_000_000]]);
  core.index(price);
  const marginMode = terms.isIsolated === true ? "isolated" : "crossed";
  core.run({ kind: "set_margin_mode", user: alice, instrument, marginMode });
  for (const user of [alice, bob]) {
    core.run({ kind: "set_leverage", user, instrument, positionSide: "net", leverage });
  }
  if (terms.isHedge === true) core.hedge(alice, category);
  const trade = (side: "buy" | "sell", size: number, positionSide: "net" | "long" | "short") => {
    const other = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument, side: other, price, size });
    return core.place({ user: alice, instrument, side, price, size, positionSide });
  };
  const row = () => core.state.positions.find(alice, instrument);
  return { core, alice, instrument, trade, row };
}
