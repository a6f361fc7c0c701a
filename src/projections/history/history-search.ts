/** Runs each kind of query on the tables. */

import { assert, unreachable } from "../../core/base/assert.ts";
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { indexIn, MOVE_REASONS, PLAN_KINDS, REALMS, WALLETS } from "../../core/base/vocabulary.ts";
import type { Fields, RecordOf } from "../../core/commands/schema.ts";
import { PLAN_STATUSES } from "../live/plan-status.ts";
import type { SqlCells, SqlStore, SqlValue } from "../store/sql-store.ts";
import { actsStatement } from "./act-search.ts";
import { ACTS } from "./act-table.ts";
import { findInBooks, isOfBooks } from "./books-search.ts";
import { CandleSearch } from "./candle-search.ts";
import type { ComputedPast } from "./computed-past.ts";
import { CONVERSIONS } from "./conversion-table.ts";
import { DEPOSITS, WITHDRAWALS } from "./custody-tables.ts";
import { fundPaymentsStatement } from "./fund-payment-search.ts";
import { INSTRUMENT_LOOKUPS_MAX, PAGE_ROWS_MAX } from "./limits.ts";
import { FUND_PAYMENTS } from "./liquidation-record-tables.ts";
import { FUND_PERIODS } from "./liquidation-tables.ts";
import { byCoins, byUnwinding, ofAccount } from "./margin-search.ts";
import { byBacking, byOrderKind } from "./order-search.ts";
import { ofP2pAds, ofP2pOrders, p2pStatisticsSql } from "./p2p-search.ts";
import { P2P_ADS, P2P_ORDERS, P2P_STATISTICS } from "./p2p-tables.ts";
import {
  among,
  type Condition,
  eitherEquals,
  equals,
  PageSearch,
  type Search,
  Statements,
  wordsAmong,
} from "./page-search.ts";
import { TableCells } from "./page-words.ts";
import { ofPledgeRecords } from "./pledge-search.ts";
import { PLEDGE_RECORDS } from "./pledge-table.ts";
import { POSITION_MOVES } from "./position-move-table.ts";
import type {
  ActsQuery,
  AnyRow,
  BillsQuery,
  ClosedPositionsQuery,
  ConversionsQuery,
  CustodyQuery,
  FillsQuery,
  FundPeriodsQuery,
  HistoryQuery,
  LoanRecordsQuery,
  MarketSamplesQuery,
  NamedOrdersQuery,
  OrderByIdQuery,
  OrdersQuery,
  P2pAdsQuery,
  P2pOrdersQuery,
  P2pStatisticsQuery,
  PlansQuery,
  PledgeRecordsQuery,
  PositionMovesQuery,
  SwapsQuery,
  TradesQuery,
  TransfersQuery,
  UnitRecordsQuery,
  UnwindsQuery,
} from "./queries.ts";
import {
  isOfLiquidations,
  type LiquidationRequest,
  marketSamplesStatement,
  namedOrdersStatement,
  ofActivities,
  ofLiquidated,
  ofLiquidationParts,
  ofLiquidationPayments,
  ofLiquidationSteps,
  ofLiquidations,
  ofOrderSteps,
  orderByIdStatement,
} from "./record-search.ts";
import { MARKET_SAMPLES, type MarketSampleRow } from "./statistics-tables.ts";
import type { Table } from "./table-shape.ts";
import { columnList } from "./table-sql.ts";
import {
  BILL_KINDS,
  BILLS,
  CLOSED_POSITIONS,
  FILLS,
  LOAN_RECORD_KINDS,
  LOAN_RECORDS,
  ORDER_STATUSES,
  ORDERS,
  PLANS,
  SWAPS,
  TRADES,
  TRANSFERS,
  UNWINDS,
} from "./tables.ts";
import { UNIT_RECORD_KINDS, UNIT_RECORDS } from "./unit-table.ts";

/** Rows that a search found: those of a table are still cells. */
export type Found<Row> = {
  readonly rows: readonly Row[] | TableCells;
  readonly hasMore: boolean;
};

type UserQuery = { readonly user: number; readonly limit: number };

/** Condition on instruments: few are looked up by index, many are compared row by row. */
function byInstruments(
  instruments: readonly number[] | undefined,
  conditions: Condition[],
): { field: "instrument"; values: readonly number[] } | undefined {
  if (instruments === undefined) return undefined;
  const values = [...new Set(instruments)];
  if (values.length <= INSTRUMENT_LOOKUPS_MAX) return { field: "instrument", values };
  conditions.push(among("instrument", values));
  return undefined;
}

/** Conditions on instruments of rows that are found by another id. */
function amongInstruments(instruments: readonly number[] | undefined): Condition[] {
  return instruments === undefined ? [] : [among("instrument", instruments)];
}

/** Each trade fills two orders. */
const FILLS_PER_TRADE = 2;

export class HistorySearch {
  readonly #statements: Statements;
  readonly #pages: PageSearch;
  readonly #candles: CandleSearch;

  constructor(store: SqlStore, past: ComputedPast) {
    this.#statements = new Statements(store);
    this.#candles = new CandleSearch(this.#statements, past);
    this.#pages = new PageSearch(this.#statements);
  }

  find(request: HistoryQuery): Found<AnyRow> {
    if (isOfLiquidations(request)) return this.#liquidations(request);
    if (isOfBooks(request)) return findInBooks(this.#statements, request);
    if (request.kind === "activities") return this.#searched(ofActivities(request.query));
    if (request.kind === "orderSteps") return this.#searched(ofOrderSteps(request.query));
    switch (request.kind) {
      case "orders":
        return this.#orders(request.query);
      case "fills":
        return this.#fills(request.query);
      case "plans":
        return this.#plans(request.query);
      case "bills":
        return this.#bills(request.query);
      case "transfers":
        return this.#transfers(request.query);
      case "closedPositions":
        return this.#closedPositions(request.query);
      case "trades":
        return this.#trades(request.query);
      case "candles":
        return this.#candles.find(request.query);
      case "recentMarkets":
        return this.#candles.recentMarkets(request.query);
      case "combinedCandles":
        return this.#candles.combined(request.query);
      case "marketSamples":
        return this.#marketSamples(request.query);
      case "fundingRates":
        return this.#candles.fundingRates(request.query);
      case "liquidated":
        return this.#searched(ofLiquidated(request.query));
      case "orderById":
        return this.#orderById(request.query);
      case "namedOrders":
        return this.#namedOrders(request.query);
      case "fundPeriods":
        return this.#fundPeriods(request.query);
      case "loanRecords":
        return this.#loanRecords(request.query);
      case "unwinds":
        return this.#unwinds(request.query);
      case "swaps":
        return this.#swaps(request.query);
      case "conversions":
        return this.#conversions(request.query);
      case "deposits":
        return this.#deposits(request.query);
      case "withdrawals":
        return this.#withdrawals(request.query);
      case "p2pOrders":
        return this.#p2pOrders(request.query);
      case "p2pAds":
        return this.#p2pAds(request.query);
      case "p2pStatistics":
        return this.#p2pStatistics(request.query);
      case "pledgeRecords":
        return this.#pledgeRecords(request.query);
      case "unitRecords":
        return this.#unitRecords(request.query);
      case "positionMoves":
        return this.#positionMoves(request.query);
      case "acts":
        return this.#acts(request.query);
      case "tradeFills":
        return this.#tradeFills(request.query.id);
      default:
        return unreachable(request);
    }
  }

  #orders(query: OrdersQuery): Found<RecordOf<typeof ORDERS.fields>> {
    const { orderId, clientOrderId, statuses } = query;
    const conditions: Condition[] = [];
    if (statuses !== undefined) conditions.push(wordsAmong("status", ORDER_STATUSES, statuses));
    if (orderId !== undefined) conditions.push(equals("id", orderId));
    conditions.push(...byOrderKind(query), ...byBacking(query.backing));
    const base = { ...owned(ORDERS, query), conditions, timeField: "createdAtMs" } as const;
    if (clientOrderId === undefined) {
      return this.#page(base, byInstruments(query.instruments, conditions));
    }
    conditions.push(...amongInstruments(query.instruments));
    return this.#searched({ ...base, clientId: clientOrderId });
  }

  #fills(query: FillsQuery): Found<RecordOf<typeof FILLS.fields>> {
    const conditions: Condition[] = byBacking(query.backing);
    const base = { ...owned(FILLS, query), conditions, timeField: "createdAtMs" } as const;
    if (query.orderId === undefined) {
      return this.#page(base, byInstruments(query.instruments, conditions));
    }
    conditions.push(...amongInstruments(query.instruments));
    return this.#searched({ ...base, orderId: query.orderId });
  }

  /**
   * Fills have no index by trade. The ids of a trade and of its fills are close together, so one
   * look-up in the key per user finds them: some milliseconds for thousands of users.
   */
  #tradeFills(id: number): Found<RecordOf<typeof FILLS.fields>> {
    const columns = columnList(FILLS);
    const sql =
      `WITH near AS MATERIALIZED (SELECT ${columns} FROM fills ` +
      "WHERE user IN (SELECT user FROM users) AND id BETWEEN ? AND ?) " +
      `SELECT ${columns} FROM near WHERE trade_id IN ` +
      "(SELECT trade_id FROM near WHERE id = ? OR trade_id = ?) ORDER BY id LIMIT ?";
    const params = [id - IDS_PER_SEQ, id + IDS_PER_SEQ, id, id, FILLS_PER_TRADE];
    return this.#listed(FILLS, sql, params, FILLS_PER_TRADE);
  }

  #plans(query: PlansQuery): Found<RecordOf<typeof PLANS.fields>> {
    const { backing, clientOrderId, kinds, planId, statuses } = query;
    const conditions: Condition[] = byBacking(backing);
    if (kinds !== undefined) conditions.push(wordsAmong("planKind", PLAN_KINDS, kinds));
    if (statuses !== undefined) conditions.push(wordsAmong("status", PLAN_STATUSES, statuses));
    if (planId !== undefined) conditions.push(equals("id", planId));
    const base = { ...owned(PLANS, query), conditions, timeField: "createdAtMs" } as const;
    if (clientOrderId === undefined) {
      return this.#page(base, byInstruments(query.instruments, conditions));
    }
    conditions.push(...amongInstruments(query.instruments));
    return this.#searched({ ...base, clientId: clientOrderId });
  }

  #bills(query: BillsQuery): Found<RecordOf<typeof BILLS.fields>> {
    const { wallets, currency, kinds, instruments, isOutflow, isTrade } = query;
    const conditions: Condition[] = [];
    if (wallets !== undefined) conditions.push(wordsAmong("wallet", WALLETS, wallets));
    if (kinds !== undefined) conditions.push(wordsAmong("kind", BILL_KINDS, kinds));
    if (isTrade !== undefined) conditions.push(equals("hasInstrument", isTrade ? 1 : 0));
    if (isOutflow !== undefined) {
      conditions.push({ sql: isOutflow ? "amount < 0" : "amount >= 0", params: [] });
    }
    if (instruments !== undefined) {
      conditions.push(equals("hasInstrument", 1), among("instrument", instruments));
    }
    const base = { ...owned(BILLS, query), conditions, timeField: "createdAtMs" } as const;
    const lookup = currency === undefined ? undefined : { field: "currency", values: [currency] };
    return this.#page({ ...base, ids: "billId" }, lookup as Search<typeof BILLS.fields>["lookup"]);
  }

  #transfers(query: TransfersQuery): Found<RecordOf<typeof TRANSFERS.fields>> {
    const { currency, fromUser, fromWallet, reasons, toUser } = query;
    const { clientTransferId, transferId, page } = query;
    const conditions: Condition[] = [];
    if (currency !== undefined) conditions.push(equals("currency", currency));
    if (fromWallet !== undefined) {
      conditions.push(equals("fromWallet", indexIn(WALLETS, fromWallet)));
    }
    if (fromUser !== undefined) conditions.push(equals("fromUser", fromUser));
    if (toUser !== undefined) conditions.push(equals("toUser", toUser));
    if (reasons !== undefined) conditions.push(wordsAmong("reason", MOVE_REASONS, reasons));
    if (clientTransferId !== undefined) {
      conditions.push(equals("clientTransferId", clientTransferId));
    }
    if (transferId !== undefined) conditions.push(equals("id", transferId));
    const offset = ((page ?? 1) - 1) * query.limit;
    const base = { ...owned(TRANSFERS, query), conditions, timeField: "createdAtMs" } as const;
    return this.#page({ ...base, offset }, undefined);
  }

  #loanRecords(query: LoanRecordsQuery): Found<RecordOf<typeof LOAN_RECORDS.fields>> {
    const { currency, id, kind } = query;
    const conditions = [...ofAccount(query), wordsAmong("kind", LOAN_RECORD_KINDS, [kind])];
    if (currency !== undefined) conditions.push(equals("currency", currency));
    if (id !== undefined) conditions.push(equals("id", id));
    const base = { ...owned(LOAN_RECORDS, query), conditions, timeField: "createdAtMs" } as const;
    return this.#page(base, undefined);
  }

  #unwinds(query: UnwindsQuery): Found<RecordOf<typeof UNWINDS.fields>> {
    const { ids, isForced } = query;
    const conditions = ofAccount(query);
    if (ids !== undefined) conditions.push(among("id", ids));
    if (isForced !== undefined) conditions.push(equals("isForced", isForced ? 1 : 0));
    const base = { ...owned(UNWINDS, query), conditions, timeField: "createdAtMs" } as const;
    return this.#page(base, undefined);
  }

  #conversions(query: ConversionsQuery): Found<RecordOf<typeof CONVERSIONS.fields>> {
    const conditions = byCoins(query);
    const base = { ...owned(CONVERSIONS, query), conditions, timeField: "createdAtMs" } as const;
    return this.#page(base, undefined);
  }

  #p2pOrders(query: P2pOrdersQuery): Found<RecordOf<typeof P2P_ORDERS.fields>> {
    const base = { ...owned(P2P_ORDERS, query), timeField: "createdAtMs" } as const;
    return this.#page({ ...base, conditions: ofP2pOrders(query) }, undefined);
  }

  #p2pAds(query: P2pAdsQuery): Found<RecordOf<typeof P2P_ADS.fields>> {
    const base = { ...owned(P2P_ADS, query), timeField: "createdAtMs" } as const;
    return this.#page({ ...base, conditions: ofP2pAds(query) }, undefined);
  }

  #p2pStatistics({ recentFromMs, users }: P2pStatisticsQuery) {
    assert(users.length <= PAGE_ROWS_MAX, "statistics are of a page of users");
    const params = [recentFromMs, ...users];
    return this.#listed(P2P_STATISTICS, p2pStatisticsSql(users.length), params, users.length);
  }

  #swaps(query: SwapsQuery): Found<RecordOf<typeof SWAPS.fields>> {
    const { isForced, wallet } = query;
    const conditions = [...ofAccount(query), ...byCoins(query)];
    if (isForced !== undefined) {
      conditions.push(byUnwinding({ table: "swaps", place: "swaps.place" }, wallet, isForced));
    }
    const base = { ...owned(SWAPS, query), conditions, timeField: "createdAtMs" } as const;
    return this.#page(base, undefined);
  }

  #deposits(query: CustodyQuery): Found<RecordOf<typeof DEPOSITS.fields>> {
    const base = { ...owned(DEPOSITS, query), timeField: "createdAtMs" } as const;
    return this.#page({ ...base, conditions: ofCustody(query) }, undefined);
  }

  #withdrawals(query: CustodyQuery): Found<RecordOf<typeof WITHDRAWALS.fields>> {
    const { clientId } = query;
    const conditions = ofCustody(query);
    if (clientId !== undefined) conditions.push(equals("clientId", clientId));
    const base = { ...owned(WITHDRAWALS, query), timeField: "createdAtMs" } as const;
    return this.#page({ ...base, conditions }, undefined);
  }

  #pledgeRecords(query: PledgeRecordsQuery): Found<RecordOf<typeof PLEDGE_RECORDS.fields>> {
    const base = { ...owned(PLEDGE_RECORDS, query), timeField: "createdAtMs" } as const;
    const offset = (query.page - 1) * query.limit;
    return this.#page({ ...base, conditions: ofPledgeRecords(query), offset }, undefined);
  }

  #unitRecords(query: UnitRecordsQuery): Found<RecordOf<typeof UNIT_RECORDS.fields>> {
    const { kind, loanId } = query;
    const conditions = [wordsAmong("kind", UNIT_RECORD_KINDS, [kind])];
    if (loanId !== undefined) conditions.push(equals("loanId", loanId));
    const base = { ...owned(UNIT_RECORDS, query), timeField: "createdAtMs" } as const;
    return this.#page({ ...base, conditions }, undefined);
  }

  #positionMoves(query: PositionMovesQuery): Found<RecordOf<typeof POSITION_MOVES.fields>> {
    const { account, instruments } = query;
    const conditions = [among("instrument", instruments)];
    if (account !== undefined) conditions.push(eitherEquals(["fromUser", "toUser"], account));
    const base = { ...owned(POSITION_MOVES, query), timeField: "createdAtMs" } as const;
    return this.#page({ ...base, conditions }, undefined);
  }

  #acts(query: ActsQuery): Found<RecordOf<typeof ACTS.fields>> {
    assert(query.limit >= 1 && query.limit <= PAGE_ROWS_MAX, "a page is within its limit");
    const { params, sql } = actsStatement(query);
    return this.#listed(ACTS, sql, params, query.limit);
  }

  #closedPositions(query: ClosedPositionsQuery): Found<RecordOf<typeof CLOSED_POSITIONS.fields>> {
    const conditions: Condition[] = [];
    const lookup = byInstruments(query.instruments, conditions);
    const base = {
      ...owned(CLOSED_POSITIONS, query),
      conditions,
      timeField: "closedAtMs",
    } as const;
    return this.#page({ ...base, ids: "closedPositionId" }, lookup);
  }

  #trades(query: TradesQuery): Found<RecordOf<typeof TRADES.fields>> {
    const owner = { table: TRADES, owner: "instrument", ownerId: query.instrument } as const;
    const search = { ...owner, conditions: [], paging: query, timeField: "createdAtMs" } as const;
    return this.#page({ ...search, ids: "coreId" }, undefined);
  }

  #marketSamples(query: MarketSamplesQuery): Found<MarketSampleRow> {
    const { params, sql } = marketSamplesStatement(query);
    const cells = this.#statements.all(sql, params);
    const oldestFirst = cells.slice(0, query.limit).reverse();
    const rows = new TableCells(MARKET_SAMPLES, oldestFirst);
    return { rows, hasMore: cells.length > query.limit };
  }

  #orderById(query: OrderByIdQuery): Found<RecordOf<typeof ORDERS.fields>> {
    const { params, sql } = orderByIdStatement(query);
    return this.#listed(ORDERS, sql, params, 1);
  }

  #namedOrders(query: NamedOrdersQuery): Found<RecordOf<typeof ORDERS.fields>> {
    const { params, sql } = namedOrdersStatement(query);
    return this.#listed(ORDERS, sql, params, PAGE_ROWS_MAX);
  }

  #fundPeriods(query: FundPeriodsQuery): Found<RecordOf<typeof FUND_PERIODS.fields>> {
    const { currency, hours, limit, realm } = query;
    assert(limit >= 1 && limit <= PAGE_ROWS_MAX, "a page is within its limit");
    const sql =
      `SELECT ${columnList(FUND_PERIODS)} FROM fund_periods WHERE realm = ? AND currency = ? ` +
      "AND hours = ? ORDER BY start_ms DESC LIMIT ?";
    const params = [indexIn(REALMS, realm), currency, hours, limit + 1];
    return this.#listed(FUND_PERIODS, sql, params, limit);
  }

  #page<F extends Fields>(
    search: Omit<Search<F>, "lookup">,
    lookup: Search<F>["lookup"],
  ): Found<RecordOf<F>> {
    return this.#searched(lookup === undefined ? search : { ...search, lookup });
  }

  #liquidations(request: LiquidationRequest): Found<AnyRow> {
    switch (request.kind) {
      case "liquidations":
        return this.#searched(ofLiquidations(request.query));
      case "liquidationParts":
        return this.#searched(ofLiquidationParts(request.query));
      case "liquidationPayments":
        return this.#searched(ofLiquidationPayments(request.query));
      case "liquidationSteps":
        return this.#searched(ofLiquidationSteps(request.query));
      case "fundPayments": {
        const { params, sql } = fundPaymentsStatement(request.query);
        return this.#listed(FUND_PAYMENTS, sql, params, request.query.limit);
      }
    }
  }

  #searched<F extends Fields>(search: Search<F>): Found<RecordOf<F>> {
    const { table, paging } = search;
    const cells = this.#pages.find(search);
    return foundCells(table, cells, paging.limit);
  }

  #listed<F extends Fields>(
    table: Table<F>,
    sql: string,
    params: readonly SqlValue[],
    limit: number,
  ): Found<RecordOf<F>> {
    const cells = this.#statements.all(sql, params);
    return foundCells(table, cells, limit);
  }
}

function foundCells<F extends Fields>(
  table: Table<F>,
  cells: readonly SqlCells[],
  limit: number,
): Found<RecordOf<F>> {
  const rows = new TableCells(table, cells.slice(0, limit));
  return { rows, hasMore: cells.length > limit };
}

function ofCustody({ currency, id }: CustodyQuery): Condition[] {
  const conditions: Condition[] = [];
  if (currency !== undefined) conditions.push(equals("currency", currency));
  if (id !== undefined) conditions.push(equals("id", id));
  return conditions;
}

function owned<F extends Fields, Q extends UserQuery>(table: Table<F>, query: Q) {
  return {
    table,
    owner: "user" as keyof F & "user",
    ownerId: query.user,
    paging: query,
    ids: "coreId",
  } as const;
}
