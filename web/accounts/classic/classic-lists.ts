/** Lists of open things and balances of a classic account. Functions reject with `WireFailure`. */
import Big from "big.js";
import { CATEGORIES } from "../../state/instrument.ts";
import { type Category, instruments } from "../../state/instruments.ts";
import type { Balance, Order, Plan, Position } from "../model.ts";
import { pacedGet } from "../paced-get.ts";
import { futuresOrderOf, futuresPlanOf, positionOf, type Row } from "./classic-futures-rows.ts";
import { assetOf, marginOrderOf, spotOrderOf, spotPlanOf } from "./classic-spot-rows.ts";

export const FUTURES = CATEGORIES.filter((category) => category !== "spot");
export const MARGIN_MODES = ["crossed", "isolated"] as const;

const LIMIT = 100;
/** Lists of margin orders ask for a beginning; open orders are not older than this, in ms. */
const MARGIN_SPAN_MS = 89 * 86_400_000;

type Entrusted = { readonly entrustedList: readonly Row[] | null };

/** Loads every page of a list that continues below the last id. */
async function everyPage(load: (idLessThan: string) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  let page: readonly Row[];
  do {
    page = await load(rows.at(-1)?.["orderId"] ?? "");
    rows.push(...page);
  } while (page.length === LIMIT);
  return rows;
}

export async function fetchOrders(category: Category): Promise<Order[]> {
  if (category === "spot") {
    const path = "/api/v2/spot/trade/unfilled-orders";
    const rows = await everyPage((idLessThan) =>
      pacedGet<readonly Row[]>(path, { limit: LIMIT, idLessThan }),
    );
    return rows.map(spotOrderOf);
  }
  const path = "/api/v2/mix/order/orders-pending";
  const rows = await everyPage(async (idLessThan) => {
    const query = { productType: category.toUpperCase(), limit: LIMIT, idLessThan };
    return (await pacedGet<Entrusted>(path, query)).entrustedList ?? [];
  });
  return rows.map((row) => futuresOrderOf(category, row));
}

/** Open margin orders of the pairs whose coins are held for orders: the lists are per pair. */
export async function fetchMarginOrders(): Promise<Order[]> {
  const held = (await fetchMarginBalances()).filter((balance) => Number(balance.held) > 0);
  const pairs = [...instruments().values()].filter(({ category }) => category === "spot");
  const wanted = pairs.flatMap(({ base, quote, symbol }) =>
    MARGIN_MODES.flatMap((mode) => {
      const isHeld = held.some((balance) => {
        if (balance.wallet !== `${mode}_margin`) return false;
        if (mode === "isolated") return balance.symbol === symbol;
        return balance.coin === base || balance.coin === quote;
      });
      return isHeld ? [{ mode, symbol }] : [];
    }),
  );
  const lists = wanted.map(async ({ mode, symbol }) => {
    const query = { symbol, startTime: Date.now() - MARGIN_SPAN_MS, limit: LIMIT };
    const path = `/api/v2/margin/${mode}/open-orders`;
    const { orderList } = await pacedGet<{ orderList: readonly Row[] | null }>(path, query);
    return (orderList ?? []).map((row) => marginOrderOf(mode, row));
  });
  return (await Promise.all(lists)).flat();
}

const PLAN_TYPES = ["normal_plan", "track_plan", "profit_loss"] as const;

export async function fetchPlans(category: Category): Promise<Plan[]> {
  if (category === "spot") {
    const path = "/api/v2/spot/trade/current-plan-order";
    const { orderList } = await pacedGet<{ orderList: readonly Row[] | null }>(path, {
      limit: LIMIT,
    });
    return (orderList ?? []).map(spotPlanOf);
  }
  const lists = PLAN_TYPES.map(async (planType) => {
    const query = { productType: category.toUpperCase(), planType, limit: LIMIT };
    const path = "/api/v2/mix/order/orders-plan-pending";
    const { entrustedList } = await pacedGet<Entrusted>(path, query);
    return (entrustedList ?? []).map((row) => futuresPlanOf(category, row));
  });
  return (await Promise.all(lists)).flat();
}

export async function fetchPositions(category: Category): Promise<Position[]> {
  const query = { productType: category.toUpperCase() };
  const rows = await pacedGet<readonly Row[]>("/api/v2/mix/position/all-position", query);
  return rows.map((row) => positionOf(category, row));
}

/** A futures account, with figures that the summary adds up. */
export type FuturesBalance = Balance & {
  readonly unrealised: string;
  readonly margin: string;
  readonly riskRate: string;
};

export async function fetchFuturesBalances(category: Category): Promise<FuturesBalance[]> {
  const query = { productType: category.toUpperCase() };
  const rows = await pacedGet<readonly Row[]>("/api/v2/mix/account/accounts", query);
  return rows.map((row) => {
    return {
      wallet: category.replace("-", "_"),
      coin: row["marginCoin"] ?? "",
      symbol: "",
      equity: row["accountEquity"] ?? "0",
      available: row["crossedMaxAvailable"] ?? "0",
      held: row["locked"] ?? "0",
      borrowed: "0",
      interest: "",
      value: row["usdtEquity"] ?? "",
      unrealised: row["unrealizedPL"] ?? "0",
      margin: Big(row["crossedMargin"] ?? 0)
        .plus(row["isolatedMargin"] ?? 0)
        .toFixed(),
      riskRate: row["crossedRiskRate"] ?? "0",
    };
  });
}

async function fetchMarginBalances(): Promise<Balance[]> {
  const lists = MARGIN_MODES.map(async (mode) => {
    const rows = await pacedGet<readonly Row[]>(`/api/v2/margin/${mode}/account/assets`);
    return rows.map((row) => assetOf(`${mode}_margin`, row, row["net"] ?? "0"));
  });
  const all = (await Promise.all(lists)).flat();
  return all.filter(({ borrowed, equity, held }) => [borrowed, equity, held].some(Number));
}

export async function fetchBalances(): Promise<Balance[]> {
  const spot = pacedGet<readonly Row[]>("/api/v2/spot/account/assets").then((rows) =>
    rows.map((row) => assetOf("spot", row, totalOf(row))),
  );
  const funding = pacedGet<readonly Row[]>("/api/v2/account/funding-assets").then((rows) =>
    rows.map((row) => assetOf("funding", row, totalOf(row))),
  );
  return (await Promise.all([spot, funding, fetchMarginBalances()])).flat();
}

function totalOf(row: Row): string {
  return Big(row["available"] ?? 0)
    .plus(row["frozen"] ?? 0)
    .plus(row["locked"] ?? 0)
    .toFixed();
}
