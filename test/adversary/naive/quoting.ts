import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import type { Strategy, StrategyContext } from "./strategy.ts";
import type { RestingOrder, Trader } from "./trader.ts";

const QUOTE_DOLLARS = 20_000;
const INVENTORY_DOLLARS_MAX = 200_000;
/** Interval at which the quotes follow the book. */
const FOLLOW_MS = 500;

/** Quotes both sides one tick inside the spread, or at the touch where it is one tick wide. */
export class QuoteInside implements Strategy {
  readonly name: string;
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #instrument: InstrumentFacts;
  readonly #trader: Trader;
  #bid: RestingOrder | undefined;
  #ask: RestingOrder | undefined;
  #followedAtMs = 0;

  constructor(context: StrategyContext, instrument: InstrumentFacts) {
    this.name = `quote inside ${instrument.symbol} ${instrument.category}`;
    this.#context = context;
    this.#instrument = instrument;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(nowMs: number): void {
    if (nowMs - this.#followedAtMs < FOLLOW_MS) return;
    this.#followedAtMs = nowMs;
    const { market } = this.#context;
    const instrument = this.#instrument;
    const [bid, ask] = [market.bid(instrument), market.ask(instrument)];
    if (bid === 0 || ask === 0) return;
    const held = market.dollarsOf(instrument, this.#trader.held(instrument));
    const isWide = ask - bid > 1;
    const bidTarget = this.#bid?.isOpen && this.#bid.price === bid ? bid : bid + (isWide ? 1 : 0);
    const askTarget = this.#ask?.isOpen && this.#ask.price === ask ? ask : ask - (isWide ? 1 : 0);
    const mayBuy = held < INVENTORY_DOLLARS_MAX;
    const maySell = held > -INVENTORY_DOLLARS_MAX;
    this.#bid = this.#renew(this.#bid, mayBuy ? bidTarget : 0, "buy");
    this.#ask = this.#renew(this.#ask, maySell ? askTarget : 0, "sell");
  }

  #renew(
    resting: RestingOrder | undefined,
    price: number,
    side: "buy" | "sell",
  ): RestingOrder | undefined {
    if (resting?.isOpen) {
      if (resting.price === price) return resting;
      this.#trader.cancel(resting);
    }
    if (price === 0) return undefined;
    const size = this.#context.market.lotsOf(this.#instrument, QUOTE_DOLLARS);
    return this.#trader.rest(this.#instrument, side, size, price);
  }
}
