/** Someone who trades by ccxt in a market that moves: at the touch, and by consuming it. */
import ccxt, { type Trade } from "ccxt";
import { eventually } from "../../support/eventually.ts";
import { idOf, type PlainClient } from "./ccxt-clients.ts";

/** Rounds that an order is left to rest before it is canceled. */
const ROUNDS_AT_REST = 6;
/** How far from the touch the flow does not come at once, of the price. */
const AWAY = 0.002;
/** A market order every so many rounds. */
const MARKET_EVERY = 3;
const FILLS_PAGE = 100;
const HISTORY_MS_MAX = 60_000;

type Resting = { id: string; readonly side: "buy" | "sell"; readonly round: number };

/** Codes for an order that has been filled or canceled in the meantime. */
const GONE_V3 = /25204|25206|order does not exist|status/i;

export class FlowTrader {
  readonly counts = { limit: 0, market: 0, edited: 0, canceled: 0, goneBefore: 0 };
  readonly #client: PlainClient;
  readonly #market: string;
  readonly #amount: number;
  #resting: Resting[] = [];
  #round = 0;

  constructor(client: PlainClient, market: string, amount: number) {
    this.#client = client;
    this.#market = market;
    this.#amount = amount;
  }

  /**
   * An order at the touch, one that is edited to come there, one that is canceled before the flow
   * comes, cancels of those that it left, and now and then a market order.
   */
  async round(): Promise<void> {
    this.#round += 1;
    const { bids, asks } = await this.#client.fetchOrderBook(this.#market, 5);
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined || ask === undefined) return;
    if (bid >= ask) throw new Error(`a book of ${this.#market} is not crossed, got ${bid}, ${ask}`);
    await this.#rest("buy", bid);
    await this.#edit(await this.#rest("sell", ask * (1 + AWAY)), ask);
    await this.#cancel(await this.#rest("buy", bid * (1 - AWAY)));
    for (const order of this.#resting.filter(({ round }) => this.#isOld(round))) {
      await this.#cancel(order);
    }
    if (this.#round % MARKET_EVERY === 0) await this.#take(ask);
  }

  /** Cancels what rests and closes what is open. */
  async leave(): Promise<void> {
    for (const order of this.#resting) await this.#cancel(order);
    if (!this.#isSwap) return;
    for (const { side, contracts = 0 } of await this.#client.fetchPositions([this.#market])) {
      const opposite = side === "long" ? "sell" : "buy";
      const params = { reduceOnly: true };
      await this.#client.createOrder(
        this.#market,
        "market",
        opposite,
        contracts,
        undefined,
        params,
      );
    }
  }

  /**
   * How many fills were the flow coming to an order at rest, and how many not: page by page from
   * the newest, until there is one of each kind.
   */
  async fills(): Promise<{ readonly maker: number; readonly taker: number }> {
    const counted = { maker: 0, taker: 0 };
    let untilMs: number | undefined;
    while (counted.maker === 0 || counted.taker === 0) {
      const params = untilMs === undefined ? {} : { until: untilMs };
      const page = await this.#recordedTrades(params);
      for (const { takerOrMaker } of page)
        counted[takerOrMaker === "maker" ? "maker" : "taker"] += 1;
      const [oldest] = page;
      if (oldest?.timestamp === undefined) break;
      untilMs = oldest.timestamp - 1;
    }
    return counted;
  }

  /** A page of own trades. The client asks again while the history lags behind (40015). */
  #recordedTrades(params: object): Promise<Trade[]> {
    const fetch = () => this.#client.fetchMyTrades(this.#market, undefined, FILLS_PAGE, params);
    return eventually("the history of own trades", fetch, HISTORY_MS_MAX);
  }

  get #isSwap(): boolean {
    return this.#market.includes(":");
  }

  #isOld(round: number): boolean {
    return round <= this.#round - ROUNDS_AT_REST;
  }

  async #rest(side: "buy" | "sell", price: number): Promise<Resting> {
    const placed = await this.#client.createOrder(this.#market, "limit", side, this.#amount, price);
    const order = { id: idOf(placed), side, round: this.#round };
    this.#resting.push(order);
    this.counts.limit += 1;
    return order;
  }

  /** A market buy on spot states its cost limit. */
  async #take(ask: number): Promise<void> {
    const isBuy = this.#round % (2 * MARKET_EVERY) === 0;
    if (isBuy && !this.#isSwap) {
      await this.#client.createMarketBuyOrderWithCost(this.#market, this.#amount * ask);
    } else {
      await this.#client.createMarketOrder(this.#market, isBuy ? "buy" : "sell", this.#amount);
    }
    this.counts.market += 1;
  }

  async #edit(order: Resting, price: number): Promise<void> {
    const params = { newClientOid: `edited-${order.id}` };
    await this.#unlessGone(order, async () => {
      const size = this.#amount * 2;
      const edit = [order.id, this.#market, "limit", order.side, size, price] as const;
      order.id = idOf(await this.#client.editOrder(...edit, params));
      this.counts.edited += 1;
    });
  }

  async #cancel(order: Resting): Promise<void> {
    await this.#unlessGone(order, async () => {
      await this.#client.cancelOrder(order.id, this.#market);
      this.counts.canceled += 1;
    });
    this.#resting = this.#resting.filter((one) => one !== order);
  }

  async #unlessGone(order: Resting, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      const isGone =
        thrown instanceof ccxt.OrderNotFound ||
        (thrown instanceof ccxt.ExchangeError && GONE_V3.test(thrown.message));
      if (!isGone) throw thrown;
      this.counts.goneBefore += 1;
      this.#resting = this.#resting.filter((one) => one !== order);
    }
  }
}
