import { get } from "../../wire/rest.ts";
import type { ExchangeSocket } from "../../wire/socket.ts";
import type { AccountState } from "../account-client.ts";
import { AccountFeed, type FeedChannel } from "../account-feed.ts";
import { FreshFills } from "../fresh-fills.ts";
import { LiveRows } from "../live-rows.ts";
import { followPositions } from "../marked-positions.ts";
import type { AccountSummary, Balance, Fill, Order, Plan, Position } from "../model.ts";
import { newestFirst } from "../newest-first.ts";
import { Reconciler } from "../reconciler.ts";
import {
  type AccountRow,
  balancesOf,
  type FillRow,
  fillOf,
  type OrderRow,
  orderOf,
  type PositionRow,
  planOf,
  positionOf,
  type StrategyRow,
  summaryOf,
  type TimedPosition,
} from "./unified-rows.ts";

const FUTURES = ["USDT-FUTURES", "USDC-FUTURES", "COIN-FUTURES"] as const;
/** Categories of strategy orders. */
const LINES = ["SPOT", "MARGIN", ...FUTURES] as const;
const OPEN_STATUSES: ReadonlySet<string> = new Set(["live", "partially_filled"]);

type OrderPage = { readonly list: readonly OrderRow[]; readonly cursor: string };
type FundingRow = {
  readonly coin: string;
  readonly available: string;
  readonly frozen: string;
  readonly balance: string;
};

async function fetchOrders(): Promise<Order[]> {
  const orders: Order[] = [];
  let cursor = "";
  do {
    const page: OrderPage = await get("/api/v3/trade/unfilled-orders", { cursor });
    orders.push(...page.list.map(orderOf));
    cursor = page.cursor;
  } while (cursor !== "");
  return orders;
}

async function fetchPlans(): Promise<Plan[]> {
  const path = "/api/v3/trade/unfilled-strategy-orders";
  const lists = await Promise.all(
    LINES.map((category) => get<readonly StrategyRow[]>(path, { category })),
  );
  return lists.flat().map(planOf);
}

async function fetchPositions(): Promise<TimedPosition[]> {
  const path = "/api/v3/position/current-position";
  const lists = await Promise.all(
    FUTURES.map((category) => get<{ list: readonly PositionRow[] }>(path, { category })),
  );
  return lists.flatMap(({ list }) => list).map(positionOf);
}

async function fetchFunding(): Promise<Balance[]> {
  const rows = await get<readonly FundingRow[]>("/api/v3/account/funding-assets");
  return rows.map(({ available, balance, coin, frozen }) => {
    const none = { symbol: "", borrowed: "0", interest: "", value: "" };
    return { wallet: "funding", coin, equity: balance, available, held: frozen, ...none };
  });
}

function positionKey({ instrumentKey, side }: Position): string {
  return `${instrumentKey} ${side}`;
}

/** State of a unified account: snapshots of v3 and the channels of instType UTA. */
export class UnifiedState implements AccountState {
  readonly #orders = new LiveRows<Order>({
    key: ({ id }) => id,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchOrders,
  });
  readonly #plans = new LiveRows<Plan>({
    key: ({ id }) => id,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchPlans,
  });
  readonly #positions = new LiveRows<TimedPosition>({
    key: positionKey,
    updatedMs: ({ updatedMs }) => updatedMs,
    fetch: fetchPositions,
  });
  /** One row: a push, which is later than any answer before it, always replaces it. */
  readonly #account = new LiveRows<AccountRow>({
    key: () => "account",
    updatedMs: () => 0,
    fetch: async () => [await get<AccountRow>("/api/v3/account/assets")],
  });
  readonly #funding = new LiveRows<Balance>({
    key: ({ coin }) => coin,
    updatedMs: () => 0,
    fetch: fetchFunding,
  });
  readonly #fills = new FreshFills();
  readonly #feed: AccountFeed;
  readonly #reconciler = new Reconciler();
  readonly #openOrders = newestFirst(this.#orders.all);
  readonly #waitingPlans = newestFirst(this.#plans.all);
  readonly #marked = followPositions(this.#positions.all, this.#plans.all);
  #spent = "";

  constructor(socket: ExchangeSocket) {
    const all = [this.#orders, this.#plans, this.#positions, this.#account, this.#funding];
    this.#feed = new AccountFeed(socket, this.#channels(), async () => {
      await Promise.all(all.map((rows) => rows.reload()));
    });
  }

  orders = (): readonly Order[] => this.#openOrders();
  plans = (): readonly Plan[] => this.#waitingPlans();
  positions = (): readonly Position[] => {
    const ratio = this.summary()?.marginRatio ?? "";
    return this.#marked().map((position) => ({ ...position, marginRatio: ratio }));
  };
  balances = (): readonly Balance[] => [
    ...this.#account.all().flatMap(balancesOf),
    ...this.#funding.all(),
  ];
  summary = (): AccountSummary | undefined => {
    const row = this.#account.all()[0];
    return row === undefined ? undefined : summaryOf(row);
  };
  isCurrent = (): boolean => this.#feed.isCurrent();
  freshFills = (): readonly Fill[] => this.#fills.all();

  /** Asks for what a command may have changed without a push. */
  reconcile(): void {
    this.#reconciler.ask(this.#orders);
    this.#reconciler.ask(this.#plans);
  }

  #channels(): FeedChannel[] {
    const channel = (topic: string, take: (rows: readonly unknown[]) => void): FeedChannel => {
      return { arg: { instType: "UTA", topic }, push: ({ data }) => take(data) };
    };
    return [
      channel("order", (rows) => this.#takeOrders(rows as readonly OrderRow[])),
      channel("fill", (rows) => this.#fills.add((rows as readonly FillRow[]).map(fillOf))),
      // The channel pushes the halves of a pair separately: the list joins them.
      channel("strategy-order", () => this.#reconciler.ask(this.#plans)),
      channel("account", (rows) => this.#takeAccount(rows as readonly AccountRow[])),
      {
        arg: { instType: "UTA", topic: "position" },
        push: ({ action, data }) =>
          this.#takePositions(action === "snapshot", data as readonly PositionRow[]),
      },
    ];
  }

  #takeOrders(rows: readonly OrderRow[]): void {
    for (const order of rows.map(orderOf)) {
      if (!OPEN_STATUSES.has(order.status)) {
        this.#orders.end(order.id);
        continue;
      }
      // The push that announces an order does not show its exits yet: the list does.
      const known = this.#orders.get(order.id);
      const takeProfit = order.takeProfit === "" ? (known?.takeProfit ?? "") : order.takeProfit;
      const stopLoss = order.stopLoss === "" ? (known?.stopLoss ?? "") : order.stopLoss;
      this.#orders.push({ ...order, takeProfit, stopLoss });
      this.#reconciler.ask(this.#orders);
    }
  }

  #takeAccount(rows: readonly AccountRow[]): void {
    for (const row of rows) this.#account.push(row);
    const spent = JSON.stringify((rows[0]?.coin ?? []).map((coin) => [coin.coin, coin.available]));
    // Transfers change the funding account, which has no channel.
    if (this.#spent !== "" && spent !== this.#spent) this.#reconciler.ask(this.#funding);
    this.#spent = spent;
  }

  #takePositions(isComplete: boolean, rows: readonly PositionRow[]): void {
    const open = rows.filter((row) => row.positionStatus !== "ended").map(positionOf);
    if (isComplete) {
      this.#positions.replace(open);
      return;
    }
    for (const row of rows) {
      const position = positionOf(row);
      if (row.positionStatus === "ended") this.#positions.end(positionKey(position));
      else this.#positions.push(position);
    }
  }
}
