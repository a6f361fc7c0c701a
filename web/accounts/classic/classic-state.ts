import Big from "big.js";
import type { Category } from "../../state/instruments.ts";
import type { ExchangeSocket } from "../../wire/socket.ts";
import type { AccountState } from "../account-client.ts";
import { AccountFeed, type FeedChannel } from "../account-feed.ts";
import { FreshFills } from "../fresh-fills.ts";
import { LiveRows } from "../live-rows.ts";
import { followPositions } from "../marked-positions.ts";
import type { AccountSummary, Balance, Fill, Order, Plan, Position } from "../model.ts";
import { newestFirst } from "../newest-first.ts";
import { Reconciler } from "../reconciler.ts";
import { type FillRow, futuresFillOf, futuresOrderOf, type Row } from "./classic-futures-rows.ts";
import {
  FUTURES,
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

/** Interval of the figures that move with prices and are not pushed, while there are any, in ms. */
const FIGURES_EVERY_MS = 5_000;

function isOpen(status: string): boolean {
  return status === "live" || status === "partially_filled";
}

/** Figures without a time of their own: the latest answer counts. */
const UNTIMED = { updatedMs: () => 0 };

/** State of a classic account: lists of v2, loaded again where a channel pushes. */
export class ClassicState implements AccountState {
  readonly #orders = new LiveRows<Order>({
    key: ({ id }) => id,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchOrders,
  });
  readonly #marginOrders = new LiveRows<Order>({
    key: ({ id }) => id,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchMarginOrders,
  });
  readonly #plans = new LiveRows<Plan>({
    key: ({ id }) => id,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchPlans,
  });
  readonly #positions = new LiveRows<Position>({
    ...UNTIMED,
    key: ({ instrumentKey, side }) => `${instrumentKey} ${side}`,
    fetch: fetchPositions,
  });
  readonly #futures = new LiveRows<FuturesBalance>({
    ...UNTIMED,
    key: ({ coin, wallet }) => `${wallet} ${coin}`,
    fetch: fetchFuturesBalances,
  });
  readonly #balances = new LiveRows<Balance>({
    ...UNTIMED,
    key: ({ coin, symbol, wallet }) => `${wallet} ${coin} ${symbol}`,
    fetch: fetchBalances,
  });
  readonly #fills = new FreshFills();
  readonly #reconciler = new Reconciler();
  readonly #feed: AccountFeed;
  readonly #openOrders = newestFirst(() => [...this.#orders.all(), ...this.#marginOrders.all()]);
  readonly #waitingPlans = newestFirst(this.#plans.all);
  readonly #marked = followPositions(this.#positions.all, this.#plans.all);

  constructor(socket: ExchangeSocket) {
    const all = [this.#orders, this.#marginOrders, this.#plans, this.#positions];
    const balances = [this.#futures, this.#balances];
    this.#feed = new AccountFeed(socket, this.#channels(), async () => {
      await Promise.all([...all, ...balances].map((rows) => rows.reload()));
    });
    setInterval(() => {
      if (this.isCurrent() && this.#positions.all().length > 0) this.#askForPositions();
    }, FIGURES_EVERY_MS);
  }

  orders = (): readonly Order[] => this.#openOrders();
  plans = (): readonly Plan[] => this.#waitingPlans();
  positions = (): readonly Position[] => this.#marked();
  balances = (): readonly Balance[] => [...this.#balances.all(), ...this.#futures.all()];
  summary = (): AccountSummary | undefined => {
    const accounts = this.#futures.all();
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

  /** Asks for what a command may have changed without a push. */
  reconcile(): void {
    for (const list of [this.#orders, this.#plans]) this.#reconciler.ask(list);
    this.#askForPositions();
  }

  #askForPositions(): void {
    this.#reconciler.ask(this.#positions);
    this.#reconciler.ask(this.#futures);
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
    const askForBalances = (): void => this.#reconciler.ask(this.#balances);
    const lines = FUTURES.flatMap((category) => {
      const line = category.toUpperCase();
      return [
        channel(line, "orders", (rows) => this.#takeOrders(category, rows as readonly Row[])),
        channel(line, "orders-algo", () => this.#reconciler.ask(this.#plans)),
        channel(line, "fill", (rows) =>
          this.#fills.add((rows as readonly FillRow[]).map((row) => futuresFillOf(category, row))),
        ),
        channel(line, "positions", () => this.#askForPositions()),
        channel(line, "account", () => this.#reconciler.ask(this.#futures)),
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
    return [
      ...lines,
      ...margin,
      channel("SPOT", "orders", (rows) => this.#takeOrders("spot", rows as readonly Row[])),
      channel("SPOT", "orders-algo", () => this.#reconciler.ask(this.#plans)),
      channel("SPOT", "fill", (rows) =>
        this.#fills.add((rows as readonly SpotFillRow[]).map(spotFillOf)),
      ),
      channel("SPOT", "account", askForBalances),
    ];
  }

  /** What opened and changed is read from the list, which also shows exits. */
  #takeOrders(category: Category, rows: readonly Row[]): void {
    for (const row of rows) {
      const id = row["orderId"] ?? "";
      if (!isOpen(closedWord(row["status"]))) {
        this.#orders.end(id);
        continue;
      }
      const known = this.#orders.get(id);
      const filled = row["accBaseVolume"] ?? "0";
      if (known !== undefined) {
        this.#orders.push({ ...known, filled, updatedMs: Number(row["uTime"]) });
      } else if (category !== "spot") {
        this.#orders.push({ ...futuresOrderOf(category, row), filled });
      }
      this.#reconciler.ask(this.#orders);
    }
  }
}
