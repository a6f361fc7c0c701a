/** An account that sends what the ticket of the terminal would send, and sees what it shows. */
import {
  type FillRow,
  futuresFillOf,
  positionOf,
  type Row,
} from "../../../web/accounts/classic/classic-futures-rows.ts";
import { placeRequest } from "../../../web/accounts/classic/classic-requests.ts";
import {
  type FillRow as SpotFillRow,
  spotFillOf,
} from "../../../web/accounts/classic/classic-spot-rows.ts";
import type { AccountSummary, Balance, Fill, Position } from "../../../web/accounts/model.ts";
import { placeBody } from "../../../web/accounts/unified/unified-requests.ts";
import {
  type AccountRow,
  balancesOf,
  fillOf,
  summaryOf,
  type FillRow as UnifiedFillRow,
  type PositionRow as UnifiedPositionRow,
  positionOf as unifiedPositionOf,
} from "../../../web/accounts/unified/unified-rows.ts";
import type { CollateralRow } from "../../../web/panels/ticket/collateral.ts";
import {
  type Draft,
  EMPTY_DRAFT,
  orderOf,
  type TicketContext,
} from "../../../web/panels/ticket/draft.ts";
import { holdingOf } from "../../../web/panels/ticket/holding.ts";
import type { Known } from "../../../web/panels/ticket/known.ts";
import { type Preview, previewOf } from "../../../web/panels/ticket/preview.ts";
import { type Tier, type TierRow, tierFrom } from "../../../web/panels/ticket/tier.ts";
import {
  CATEGORIES,
  type Category,
  type Instrument,
  type InstrumentRow,
  instrumentOf,
} from "../../../web/state/instrument.ts";
import { signedHeaders } from "../../support/signed-headers.ts";
import type { ConformanceExchange, Key } from "./conformance-exchange.ts";

export type Kind = "classic" | "unified";

/** Settings of a market, as the dialog of the ticket sets them. */
export type Terms = {
  readonly marginMode: "crossed" | "isolated";
  readonly isHedge: boolean;
  readonly leverage: number;
};

export type Market = {
  readonly category: Category;
  readonly symbol: string;
  readonly terms: Terms;
};

type Ticker = {
  readonly lastPrice: string;
  readonly bid1Price: string;
  readonly ask1Price: string;
  readonly markPrice?: string;
  readonly indexPrice?: string;
};

type LentCoins = { readonly coinConfigList: readonly { readonly coin: string }[] };

type Funds = {
  readonly positions: readonly Position[];
  readonly balances: readonly Balance[];
  readonly summary: AccountSummary | undefined;
};

let sent = 0;

export class TicketAccount {
  readonly #exchange: ConformanceExchange;
  readonly #key: Key;
  readonly #kind: Kind;
  readonly instrument: Instrument;
  readonly #terms: Terms;
  /** By `category:symbol`. */
  readonly #instruments: ReadonlyMap<string, Instrument>;

  private constructor(
    exchange: ConformanceExchange,
    key: Key,
    kind: Kind,
    market: {
      readonly instrument: Instrument;
      readonly terms: Terms;
      readonly instruments: ReadonlyMap<string, Instrument>;
    },
  ) {
    this.#exchange = exchange;
    this.#key = key;
    this.#kind = kind;
    this.instrument = market.instrument;
    this.#terms = market.terms;
    this.#instruments = market.instruments;
  }

  /** A new account with money, and its settings in a market. */
  static async open(
    exchange: ConformanceExchange,
    kind: Kind,
    market: Market,
    money: Parameters<ConformanceExchange["newUser"]>[1],
  ): Promise<TicketAccount> {
    const { terms } = market;
    const key = await exchange.newUser({ kind }, money);
    const instruments = await listedInstruments(exchange, key);
    const instrument = listed(instruments, market);
    const account = new TicketAccount(exchange, key, kind, { instrument, terms, instruments });
    if (instrument.isFutures) await account.#set();
    return account;
  }

  get uid(): string {
    return this.#key.uid;
  }

  /** The same account in another market, with its settings there. */
  async in(market: Market): Promise<TicketAccount> {
    const { terms } = market;
    const instrument = listed(this.#instruments, market);
    const instruments = this.#instruments;
    const known = { instrument, terms, instruments };
    const account = new TicketAccount(this.#exchange, this.#key, this.#kind, known);
    if (instrument.isFutures) await account.#set();
    return account;
  }

  /** Makes a unified account basic: of its coins the dollars alone are margin. */
  async makeBasic(): Promise<void> {
    await this.#post("/api/v3/account/adjust-account-mode", { mode: "basic" });
  }

  #get<T>(path: string): Promise<T> {
    return asked<T>(this.#exchange, this.#key, "GET", path);
  }

  #post<T>(path: string, body: object): Promise<T> {
    return asked<T>(this.#exchange, this.#key, "POST", path, body);
  }

  /** Moves money of the spot wallet to an account of margin; isolated, to that of the market. */
  async moveInto(
    toType: string,
    { amount, coin }: { readonly amount: string; readonly coin: string },
  ): Promise<void> {
    const symbol = toType === "isolated_margin" ? { symbol: this.instrument.symbol } : {};
    const body = { fromType: "spot", toType, coin, amount, ...symbol };
    await this.#post("/api/v2/spot/wallet/transfer", body);
  }

  get #contract(): Record<string, string> {
    const { category, settle, symbol } = this.instrument;
    return { symbol, productType: category.toUpperCase(), marginCoin: settle };
  }

  async #set(): Promise<void> {
    const { isHedge, leverage, marginMode } = this.#terms;
    const { category, symbol } = this.instrument;
    if (this.#kind === "unified") {
      const holdMode = isHedge ? "hedge_mode" : "one_way_mode";
      await this.#post("/api/v3/account/set-hold-mode", { holdMode });
      const line = category.toUpperCase();
      const body = { category: line, symbol, leverage: String(leverage) };
      await this.#post("/api/v3/account/set-leverage", body);
      return;
    }
    const contract = this.#contract;
    const posMode = isHedge ? "hedge_mode" : "one_way_mode";
    const { productType } = contract;
    await this.#post("/api/v2/mix/account/set-position-mode", { productType, posMode });
    await this.#post("/api/v2/mix/account/set-margin-mode", { ...contract, marginMode });
    const sides = marginMode === "isolated" ? ["long", "short"] : [undefined];
    for (const holdSide of sides) {
      const body = { ...contract, leverage: String(leverage), holdSide };
      await this.#post("/api/v2/mix/account/set-leverage", body);
    }
  }

  async #context(): Promise<{ readonly context: TicketContext; readonly ticker: Ticker }> {
    const { category, symbol } = this.instrument;
    const query = `category=${category.toUpperCase()}&symbol=${symbol}`;
    const [ticker] = await this.#get<readonly Ticker[]>(`/api/v3/market/tickers?${query}`);
    if (ticker === undefined) throw new RangeError(`a ticker of ${symbol}`);
    const { ask1Price, bid1Price, lastPrice } = ticker;
    const { isHedge, marginMode } = this.#terms;
    const { instrument } = this;
    return {
      context: {
        ...{ instrument, lastPrice, askPrice: ask1Price, bidPrice: bid1Price },
        ...{ isHedge, marginMode },
      },
      ticker,
    };
  }

  /** Open positions of the market. */
  async positions(): Promise<readonly Position[]> {
    const { category, key } = this.instrument;
    const positions = await this.#positionsOf(category);
    return positions.filter(({ instrumentKey }) => instrumentKey === key);
  }

  async #positionsOf(category: Category): Promise<readonly Position[]> {
    const line = category.toUpperCase();
    if (category === "spot") return [];
    if (this.#kind === "unified") {
      const path = `/api/v3/position/current-position?category=${line}`;
      const { list } = await this.#get<{ list: readonly UnifiedPositionRow[] | null }>(path);
      return (list ?? []).map(unifiedPositionOf).filter(({ size }) => Number(size) > 0);
    }
    const path = `/api/v2/mix/position/all-position?productType=${line}`;
    const rows = await this.#get<readonly Row[]>(path);
    return rows.map((row) => positionOf(category, row)).filter(({ size }) => Number(size) > 0);
  }

  async #funds(): Promise<Funds> {
    const lists = await Promise.all(CATEGORIES.map((category) => this.#positionsOf(category)));
    const positions = lists.flat();
    if (this.#kind === "unified") {
      const row = await this.#get<AccountRow>("/api/v3/account/assets");
      return { positions, balances: balancesOf(row), summary: summaryOf(row) };
    }
    const { category } = this.instrument;
    if (category === "spot") return { positions, balances: [], summary: undefined };
    const path = `/api/v2/mix/account/accounts?productType=${category.toUpperCase()}`;
    const rows = await this.#get<readonly Row[]>(path);
    const balances = rows.map((row) => ({
      wallet: category.replace("-", "_"),
      ...{ coin: row["marginCoin"] ?? "", symbol: "", equity: row["accountEquity"] ?? "0" },
      ...{ available: "", held: "", borrowed: "", interest: "", value: "" },
    }));
    return { positions, balances, summary: undefined };
  }

  /** What coins and debts count for on a unified account. */
  async #unifiedTerms(): Promise<Pick<Known, "collateralRates" | "loanTiersOf">> {
    if (this.#kind === "classic") return { collateralRates: [], loanTiersOf: () => [] };
    const path = "/api/v3/account/eligible-discount-rate";
    const collateralRates = await this.#get<readonly CollateralRow[]>(path);
    const { coinConfigList } = await this.#get<LentCoins>("/api/v3/account/settings");
    const { base, settle } = this.instrument;
    const lent = [settle, base].filter((coin) => coinConfigList.some((one) => one.coin === coin));
    const tiers = await Promise.all(
      lent.map(async (coin): Promise<readonly [string, readonly Tier[]]> => {
        const query = `category=MARGIN&coin=${coin}`;
        const rows = await this.#get<readonly TierRow[]>(`/api/v3/market/position-tier?${query}`);
        return [coin, rows.map(tierFrom)];
      }),
    );
    const byCoin = new Map(tiers);
    return { collateralRates, loanTiersOf: (coin) => byCoin.get(coin) ?? [] };
  }

  /** What the ticket says about a draft. */
  async preview(written: Partial<Draft>): Promise<Preview> {
    const draft = { ...EMPTY_DRAFT, ...written };
    const { context, ticker } = await this.#context();
    const { category, isFutures, symbol } = this.instrument;
    const query = `category=${category.toUpperCase()}&symbol=${symbol}`;
    const tiers = isFutures
      ? await this.#get<readonly TierRow[]>(`/api/v3/market/position-tier?${query}`)
      : [];
    const { isHedge, leverage, marginMode } = this.#terms;
    const text = String(leverage);
    const settings = {
      ...{ marginMode, isHedge, leverage: text, longLeverage: text, shortLeverage: text },
    };
    const { indexPrice = "", markPrice = "" } = ticker;
    const holding = holdingOf(draft, context, {
      ...{ ...(await this.#funds()), ...(await this.#unifiedTerms()) },
      ...{ settings, markPrice, indexPrice, tiers: tiers.map(tierFrom) },
      takerRateOf: (key) => this.#instruments.get(key)?.takerRate ?? 0,
    });
    return previewOf(draft, context, holding);
  }

  /** Sends a draft, and returns the id of its order. */
  async place(written: Partial<Draft>): Promise<string> {
    sent += 1;
    const { context } = await this.#context();
    const order = orderOf({ ...EMPTY_DRAFT, ...written }, context, `ticket${sent}`);
    const [path, body] =
      this.#kind === "unified"
        ? ["/api/v3/trade/place-order", placeBody(order)]
        : placeRequest(order, this.#contract);
    const { orderId } = await this.#post<{ orderId: string }>(path, body);
    return orderId;
  }

  /** What was executed of an order, and its fee. */
  async fills(orderId: string, marginMode: Draft["spotMode"] = "spot"): Promise<readonly Fill[]> {
    const { category, symbol } = this.instrument;
    const line = category.toUpperCase();
    if (this.#kind === "unified") {
      const of = category === "spot" && marginMode !== "spot" ? "MARGIN" : line;
      const path = `/api/v3/trade/fills?category=${of}&orderId=${orderId}`;
      return (await this.#get<{ list: readonly UnifiedFillRow[] }>(path)).list.map(fillOf);
    }
    if (category !== "spot") {
      const path = `/api/v2/mix/order/fills?productType=${line}&orderId=${orderId}`;
      const { fillList } = await this.#get<{ fillList: readonly FillRow[] | null }>(path);
      return (fillList ?? []).map((row) => futuresFillOf(category, row));
    }
    const query = `symbol=${symbol}&orderId=${orderId}`;
    if (marginMode === "spot") {
      const path = `/api/v2/spot/trade/fills?${query}`;
      return (await this.#get<readonly SpotFillRow[]>(path)).map(spotFillOf);
    }
    const path = `/api/v2/margin/${marginMode}/fills?${query}&startTime=${Date.now() - 60_000}`;
    const { fills } = await this.#get<{ fills: readonly SpotFillRow[] | null }>(path);
    return (fills ?? []).map(spotFillOf);
  }
}

function listed(
  instruments: ReadonlyMap<string, Instrument>,
  { category, symbol }: Market,
): Instrument {
  const instrument = instruments.get(`${category}:${symbol}`);
  if (instrument === undefined) throw new RangeError(`a listed symbol, got ${symbol}`);
  return instrument;
}

async function listedInstruments(
  exchange: ConformanceExchange,
  key: Key,
): Promise<ReadonlyMap<string, Instrument>> {
  const lists = await Promise.all(
    CATEGORIES.map(async (category) => {
      const path = `/api/v3/market/instruments?category=${category.toUpperCase()}`;
      const rows = await asked<readonly InstrumentRow[]>(exchange, key, "GET", path);
      return rows.map((row) => instrumentOf(category, row));
    }),
  );
  return new Map(lists.flat().map((instrument) => [instrument.key, instrument]));
}

async function asked<T>(
  exchange: ConformanceExchange,
  key: Key,
  method: "GET" | "POST",
  path: string,
  sentBody?: object,
): Promise<T> {
  const body = sentBody === undefined ? "" : JSON.stringify(sentBody);
  const headers = signedHeaders(key, { method, path, body });
  const init = { method, headers, ...(body === "" ? {} : { body }) };
  const answer = await fetch(`${exchange.baseUrl}${path}`, init);
  const { code, data, msg } = (await answer.json()) as { code: string; msg: string; data: T };
  if (code !== "00000") throw new Error(`${method} ${path} succeeds; got ${code} ${msg}`);
  return data;
}
