import Big from "big.js";
import { CATEGORIES, type Category, instrumentKey } from "../../state/instrument.ts";
import { tickerOf } from "../../streams/tickers.ts";
import type { ExchangeSocket } from "../../wire/socket.ts";
import type { AccountState } from "../account-client.ts";
import { AccountFeed, type FeedChannel } from "../account-feed.ts";
import { FreshFills } from "../fresh-fills.ts";
import { LiveRows } from "../live-rows.ts";
import { followPositions } from "../marked-positions.ts";
import type { AccountSummary, Balance, Fill, Order, Plan, Position } from "../model.ts";
import { newestFirst } from "../newest-first.ts";
import { Reconciler, type Reloadable } from "../reconciler.ts";
import { type FillRow, futuresFillOf, futuresOrderOf, type Row } from "./classic-futures-rows.ts";
import {
  type FuturesBalance,
  fetchBalances,
  fetchFuturesBalances,
  fetchMarginOrders,
  fetchOrders,
  fetchPlans,
  fetchPositions,
  MARGIN_MODES,
} from "./classic-lists.ts";
import { marginOrderOf, type FillRow as SpotFillRow, spotFillOf } from "./classic-spot-rows.ts";
import { closedWord } from "./classic-words.ts";
import { valuedBalance } from "./valued-balance.ts";

/** Interval of the figures that move with prices and are not pushed, while there are any, in ms. */
const FIGURES_EVERY_MS = 5_000;

function isOpen(status: string): boolean {
  return status === "live" || status === "partially_filled";
}

/** Last price of a coin on its spot market in USDT. */
function spotPriceOf(coin: string): string | undefined {
  return tickerOf(instrumentKey("spot", `${coin}USDT`))?.lastPrice;
}

/** Figures without a time of their own: the latest answer counts. */
const UNTIMED = { updatedMs: () => 0 };

/** The lists of one product line, which its channels have loaded again. */
class LineLists {
  readonly category: Category;
  readonly orders: LiveRows<Order>;
  readonly plans: LiveRows<Plan>;
  readonly positions: LiveRows<Position>;
  readonly balances: LiveRows<FuturesBalance>;

  constructor(category: Category) {
    const isFutures = category !== "spot";
    const timed = {
      key: ({ id }: Order | Plan) => id,
      updatedMs: (row: Order | Plan) => row.updatedMs,
    };
    this.category = category;
    this.orders = new LiveRows<Order>({ ...timed, fetch: () => fetchOrders(category) });
    this.plans = new LiveRows<Plan>({ ...timed, fetch: () => fetchPlans(category) });
    this.positions = new LiveRows<Position>({
      ...UNTIMED,
      key: ({ instrumentKey, side }) => `${instrumentKey} ${side}`,
      fetch: async () => (isFutures ? await fetchPositions(category) : []),
    });
    this.balances = new LiveRows<FuturesBalance>({
      ...UNTIMED,
      key: ({ coin }) => coin,
      fetch: async () => (isFutures ? await fetchFuturesBalances(category) : []),
    });
  }

  async load(): Promise<void> {
    const all = [this.orders, this.plans, this.positions, this.balances];
    await Promise.all(all.map((rows) => rows.reload()));
  }
}

/** State of a classic account: lists of v2, loaded again where a channel pushes. */
export class ClassicState implements AccountState {
  readonly #lines = new Map(CATEGORIES.map((category) => [category, new LineLists(category)]));
  readonly #marginOrders = new LiveRows<Order>({
    key: ({ id }) => id,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchMarginOrders,
  });
  readonly #balances = new LiveRows<Balance>({
    ...UNTIMED,
    key: ({ coin, symbol, wallet }) => `${wallet} ${coin} ${symbol}`,
    fetch: fetchBalances,
  });
  readonly #fills = new FreshFills();
  readonly #reconciler = new Reconciler();
  readonly #feed: AccountFeed;
  readonly #openOrders = newestFirst(() => [
    ...this.#all(({ orders }) => orders),
    ...this.#marginOrders.all(),
  ]);
  readonly #waitingPlans = newestFirst(() => this.#all(({ plans }) => plans));
  readonly #marked = followPositions(
    () => this.#all(({ positions }) => positions),
    () => this.#all(({ plans }) => plans),
  );

  constructor(socket: ExchangeSocket) {
    this.#feed = new AccountFeed(socket, this.#channels(), async () => {
      const lines = [...this.#lines.values()].map((line) => line.load());
      await Promise.all([...lines, this.#marginOrders.reload(), this.#balances.reload()]);
    });
    setInterval(() => {
      if (!this.isCurrent()) return;
      for (const line of this.#lines.values()) {
        if (line.positions.all().length > 0) this.#askForPositions(line);
      }
    }, FIGURES_EVERY_MS);
  }

  orders = (): readonly Order[] => this.#openOrders();
  plans = (): readonly Plan[] => this.#waitingPlans();
  positions = (): readonly Position[] => this.#marked();
  balances = (): readonly Balance[] => [
    ...this.#balances.all().map((balance) => valuedBalance(balance, spotPriceOf)),
    ...this.#all(({ balances }) => balances),
  ];
  summary = (): AccountSummary | undefined => {
    const accounts = this.#all(({ balances }) => balances);
    const main = accounts.find(({ coin }) => coin === "USDT");
    if (main === undefined) return undefined;
    const equity = accounts.reduce((sum, { value }) => sum.plus(value === "" ? 0 : value), Big(0));
    return {
      equity: equity.toFixed(),
      available: main.available,
      unrealised: main.unrealised,
      initialMargin: main.margin,
      maintenanceMargin: "",
      marginRatio: main.riskRate,
    };
  };
  isCurrent = (): boolean => this.#feed.isCurrent();
  freshFills = (): readonly Fill[] => this.#fills.all();

  /** Asks for what a command of a product line may have changed without a push. */
  reconcile(category: Category): void {
    const line = this.#lines.get(category);
    if (line === undefined) return;
    this.#reconciler.ask(line.orders);
    this.#reconciler.ask(line.plans);
    this.#askForPositions(line);
  }

  #askForPositions({ balances, category, positions }: LineLists): void {
    if (category === "spot") return;
    this.#reconciler.ask(positions);
    this.#reconciler.ask(balances);
  }

  /** Asks for a list unless it is about to be loaded anyway: channels open with pushes. */
  #askAfterPush(list: Reloadable): void {
    if (!this.#feed.isLoadAhead()) this.#reconciler.ask(list);
  }

  #all<T>(list: (line: LineLists) => LiveRows<T>): readonly T[] {
    return [...this.#lines.values()].flatMap((line) => list(line).all());
  }

  #channels(): FeedChannel[] {
    const channel = (
      instType: string,
      name: string,
      take: (rows: readonly unknown[]) => void,
    ): FeedChannel => {
      const all = name.startsWith("account") ? { coin: "default" } : { instId: "default" };
      return { arg: { instType, channel: name, ...all }, push: ({ data }) => take(data) };
    };
    const askForBalances = (): void => this.#askAfterPush(this.#balances);
    const lines = [...this.#lines.values()].flatMap((line) => {
      const instType = line.category.toUpperCase();
      const common = [
        channel(instType, "orders", (rows) => this.#takeOrders(line, rows as readonly Row[])),
        channel(instType, "orders-algo", () => this.#askAfterPush(line.plans)),
        channel(instType, "fill", (rows) => this.#takeFills(line.category, rows)),
      ];
      if (line.category === "spot")
        return [...common, channel(instType, "account", askForBalances)];
      return [
        ...common,
        channel(instType, "positions", () => {
          this.#askAfterPush(line.positions);
          this.#askAfterPush(line.balances);
        }),
        channel(instType, "account", () => this.#askAfterPush(line.balances)),
      ];
    });
    const margin = MARGIN_MODES.flatMap((mode) => [
      channel("MARGIN", `orders-${mode}`, (rows) => {
        for (const row of rows as readonly Row[]) {
          const order = marginOrderOf(mode, row);
          if (isOpen(order.status)) this.#marginOrders.push(order);
          else this.#marginOrders.end(order.id);
        }
      }),
      channel("MARGIN", `account-${mode}`, askForBalances),
    ]);
    return [...lines, ...margin];
  }

  #takeFills(category: Category, rows: readonly unknown[]): void {
    this.#fills.add(
      category === "spot"
        ? (rows as readonly SpotFillRow[]).map(spotFillOf)
        : (rows as readonly FillRow[]).map((row) => futuresFillOf(category, row)),
    );
  }

  /** What opened and changed is read from the list, which also shows exits. */
  #takeOrders({ category, orders }: LineLists, rows: readonly Row[]): void {
    for (const row of rows) {
      const id = row["orderId"] ?? "";
      if (!isOpen(closedWord(row["status"]))) {
        orders.end(id);
        continue;
      }
      const known = orders.get(id);
      const filled = row["accBaseVolume"] ?? "0";
      if (known !== undefined) {
        orders.push({ ...known, filled, updatedMs: Number(row["uTime"]) });
      } else if (category !== "spot") {
        orders.push({ ...futuresOrderOf(category, row), filled });
      }
      this.#askAfterPush(orders);
    }
  }
}
