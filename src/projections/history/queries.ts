/**
 * Queries of the history. Lists are newest first, by descending id; a page is continued
 * with `idLessThan` set to the smallest id of the page before (rest-v2.md and rest-v3.md, paging).
 * Times are milliseconds since 1970, both ends included. An absent filter does not narrow; an
 * empty list of words matches nothing. "Unwinds" are liquidations and flash repayments.
 */

import type {
  MarginWallet,
  MoveReason,
  OrderBacking,
  OrderSource,
  OrderType,
  P2pAdStatus,
  P2pOrderStatus,
  PlanKind,
  Realm,
  Side,
  Wallet,
} from "../../core/base/vocabulary.ts";
import type { CommandKind } from "../../core/commands/commands.ts";
import type { CandleBase, CandleInterval } from "../live/candle-interval.ts";
import type { Candle } from "../live/candle-series.ts";
import type { PlanStatus } from "../live/plan-status.ts";
import type { ActRow } from "./act-table.ts";
import type { ActivityRow } from "./activity-table.ts";
import type { ConversionRow } from "./conversion-table.ts";
import type { CounterAccountRow } from "./counter-account-table.ts";
import type { DepositRow, WithdrawalRow } from "./custody-tables.ts";
import type { DayEndRow } from "./day-end-tables.ts";
import type {
  FundPaymentRow,
  LiquidationPartRow,
  LiquidationPaymentRow,
  LiquidationRow,
} from "./liquidation-record-tables.ts";
import type { LiquidationStepRow } from "./liquidation-step-table.ts";
import type { FundPeriodRow, LiquidatedRow } from "./liquidation-tables.ts";
import type { OrderStepRow } from "./order-step-table.ts";
import type { P2pAdRow, P2pOrderRow, P2pStatisticsRow } from "./p2p-tables.ts";
import type { PledgedLoanStatus, PledgeRecordKind, PledgeRecordRow } from "./pledge-table.ts";
import type { PositionMoveRow } from "./position-move-table.ts";
import type { RecentMarket } from "./recent-markets.ts";
import type { StatementRow } from "./statement-tables.ts";
import type { MarketSampleRow } from "./statistics-tables.ts";
import type {
  BillKind,
  BillRow,
  CandleRow,
  ClosedPositionRow,
  FillRow,
  FundingRateRow,
  LoanRecordKind,
  LoanRecordRow,
  OrderRow,
  OrderStatus,
  PlanRow,
  PriceKind,
  SwapRow,
  TradeRow,
  TransferRow,
  UnwindRow,
} from "./tables.ts";
import type { UnitRecordKind, UnitRecordRow } from "./unit-table.ts";

/** `limit` is from 1 to `PAGE_ROWS_MAX`. */
export type Paging = {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly idLessThan?: number | undefined;
  readonly limit: number;
};

/** By `createdAtMs`. Categories are given as the list of their instruments. */
export type OrdersQuery = Paging & {
  readonly user: number;
  readonly instruments?: readonly number[] | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
  readonly backing?: OrderBacking | undefined;
  /** Only orders by which liquidations of this margin wallet sold collateral. */
  readonly liquidating?: MarginWallet | undefined;
  readonly sources?: readonly OrderSource[] | undefined;
  readonly orderTypes?: readonly OrderType[] | undefined;
  readonly sides?: readonly Side[] | undefined;
};

/** By `createdAtMs`, pending plans among them. */
export type PlansQuery = Paging & {
  readonly user: number;
  readonly instruments?: readonly number[] | undefined;
  readonly kinds?: readonly PlanKind[] | undefined;
  readonly statuses?: readonly PlanStatus[] | undefined;
  readonly backing?: OrderBacking | undefined;
  readonly planId?: number | undefined;
  readonly clientOrderId?: string | undefined;
};

export type FillsQuery = Paging & {
  readonly user: number;
  readonly instruments?: readonly number[] | undefined;
  readonly orderId?: number | undefined;
  readonly backing?: OrderBacking | undefined;
};

/**
 * Recorded fills of one trade: two, fewer where a side is not recorded. `id` is that of the trade
 * or of one of the fills, which their users see as the id of the trade.
 */
export type TradeFillsQuery = { readonly id: number };

/** Accounts of one margin wallet: `place` is an isolated one's instrument + 1, or 0. */
type MarginQuery = Paging & {
  readonly user: number;
  readonly wallet: MarginWallet;
  readonly place?: number | undefined;
};

export type LoanRecordsQuery = MarginQuery & {
  readonly kind: LoanRecordKind;
  readonly currency?: number | undefined;
  readonly id?: number | undefined;
};

export type UnwindsQuery = MarginQuery & {
  readonly isForced?: boolean | undefined;
  readonly ids?: readonly number[] | undefined;
};

export type SwapsQuery = MarginQuery & {
  /** Only swaps of liquidations, or only those of flash repayments. */
  readonly isForced?: boolean | undefined;
  readonly fromCurrency?: number | undefined;
  readonly toCurrency?: number | undefined;
};

/** Executed conversions between coins. */
export type ConversionsQuery = Paging & {
  readonly user: number;
  readonly fromCurrency?: number | undefined;
  readonly toCurrency?: number | undefined;
};

/** Records of loans against a pledge; `page` counts from 1. */
export type PledgeRecordsQuery = Paging & {
  readonly user: number;
  readonly kinds: readonly PledgeRecordKind[];
  readonly statuses?: readonly PledgedLoanStatus[] | undefined;
  readonly loanId?: number | undefined;
  readonly currency?: number | undefined;
  readonly pledgeCurrency?: number | undefined;
  readonly page: number;
};

/** Positions that moved between accounts of the main account `user`. */
export type PositionMovesQuery = Paging & {
  readonly user: number;
  readonly instruments: readonly number[];
  /** Only those from or to this account. */
  readonly account?: number | undefined;
};

/**
 * The operator's acts, by `createdAtMs`; `user` and `instrument` are those concerned. A user is
 * concerned also as a side of a trade or as a user of a risk unit.
 */
export type ActsQuery = Paging & {
  readonly id?: number | undefined;
  readonly actor?: string | undefined;
  readonly requestId?: string | undefined;
  readonly command?: CommandKind | undefined;
  readonly user?: number | undefined;
  readonly instrument?: number | undefined;
};

/** Records of the loans of the risk unit of an account. */
export type UnitRecordsQuery = Paging & {
  readonly user: number;
  readonly kind: UnitRecordKind;
  readonly loanId?: number | undefined;
};

/**
 * `instruments` leaves only bills of fills; `isTrade` selects fills or other movements, and
 * `isOutflow` bills with an amount below zero or all others.
 */
export type BillsQuery = Paging & {
  readonly user: number;
  readonly wallets?: readonly Wallet[] | undefined;
  readonly currency?: number | undefined;
  readonly kinds?: readonly BillKind[] | undefined;
  readonly instruments?: readonly number[] | undefined;
  readonly isTrade?: boolean | undefined;
  readonly isOutflow?: boolean | undefined;
};

/** Accounts on the other side of bills of a user, but of those of fills. */
export type CounterAccountsQuery = {
  readonly user: number;
  /** At most a page. */
  readonly billIds: readonly number[];
};

/** Either by id or, with `page` counted from 1, by number (rest-v2.md, transferRecords). */
export type TransfersQuery = Paging & {
  readonly user: number;
  readonly currency?: number | undefined;
  readonly fromWallet?: Wallet | undefined;
  readonly fromUser?: number | undefined;
  readonly toUser?: number | undefined;
  readonly reasons?: readonly MoveReason[] | undefined;
  readonly clientTransferId?: string | undefined;
  readonly transferId?: number | undefined;
  readonly page?: number | undefined;
};

/** Deposits or withdrawals by `createdAtMs`. */
export type CustodyQuery = Paging & {
  readonly user: number;
  readonly currency?: number | undefined;
  readonly id?: number | undefined;
  readonly clientId?: string | undefined;
};

/** By `closedAtMs`; ids in the order of closing. */
export type ClosedPositionsQuery = Paging & {
  readonly user: number;
  readonly instruments?: readonly number[] | undefined;
};

export type TradesQuery = Paging & { readonly instrument: number };

/** The newest `limit` candles that start in the window, oldest first. */
export type CandlesQuery = {
  readonly instrument: number;
  readonly priceKind: PriceKind;
  readonly base: CandleBase;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly limit: number;
};

/**
 * Candles of any interval that start from `fromMs` to `toMs`, both starts of candles, oldest first;
 * and the newest one before them, whose close opens the window. Empty spans have no row.
 */
export type CombinedCandlesQuery = {
  readonly instrument: number;
  readonly priceKind: PriceKind;
  readonly interval: CandleInterval;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Minutes of last price from a time on, and the newest trades, of each of the instruments. */
export type RecentMarketsQuery = {
  readonly instruments: readonly number[];
  readonly fromMs: number;
  readonly tradesMax: number;
};

/**
 * Samples merged to periods of `periodMs`, a multiple of the length of a sample: the newest `limit`
 * periods in which something changed, oldest first, up to the one that contains `toMs`.
 */
export type MarketSamplesQuery = {
  readonly instrument: number;
  readonly periodMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** Newest first; `page` counts from 1. */
export type FundingRatesQuery = {
  readonly instrument: number;
  readonly page: number;
  readonly limit: number;
};

/** Newest first, of one instrument. */
export type LiquidatedQuery = Paging & { readonly instrument: number };

/** Liquidations of positions of a user, newest first. */
export type LiquidationsQuery = Paging & { readonly user: number };

/** Rows of at most a page of liquidations of a user: the newest, up to the largest page. */
export type LiquidationRowsQuery = {
  readonly user: number;
  readonly liquidationIds: readonly number[];
};

/** Payments of an insurance fund in liquidations of all users of a realm, newest first. */
export type FundPaymentsQuery = Paging & { readonly realm: Realm; readonly currency: number };

/** What changed the access to an account and its modes, newest first. */
export type ActivitiesQuery = Paging & { readonly user: number };

/** Changes of one order or plan of a user. */
export type OrderStepsQuery = Paging & { readonly user: number; readonly subject: number };

/** One order of any user. */
export type OrderByIdQuery = { readonly id: number };

/** At most a page of orders by owner and id; those without a row are left out. */
export type NamedOrdersQuery = {
  readonly orders: readonly { readonly user: number; readonly orderId: number }[];
};

/** Newest first: hours or days of an insurance fund. */
export type FundPeriodsQuery = {
  readonly realm: Realm;
  readonly currency: number;
  readonly hours: 1 | 24;
  readonly limit: number;
};

/** Orders of a party of peer-to-peer trading by `createdAtMs`. */
export type P2pOrdersQuery = Paging & {
  readonly user: number;
  readonly id?: number | undefined;
  readonly ad?: number | undefined;
  readonly currency?: number | undefined;
  readonly fiat?: number | undefined;
  readonly isBuyer?: boolean | undefined;
  readonly statuses?: readonly P2pOrderStatus[] | undefined;
};

/** Ads of a merchant by `createdAtMs`. */
export type P2pAdsQuery = Paging & {
  readonly user: number;
  readonly id?: number | undefined;
  readonly currency?: number | undefined;
  readonly fiat?: number | undefined;
  readonly side?: Side | undefined;
  readonly status?: P2pAdStatus | undefined;
  /** A method of payment of the ad. */
  readonly method?: number | undefined;
};

/**
 * Statements of all accounts of an owner, a user or the exchange's own user of a realm, for the UTC
 * days from `fromDay` to `toDay` since 1970. Accounts without money and movements have no row.
 */
export type StatementsQuery = {
  readonly owner: number;
  readonly fromDay: number;
  readonly toDay: number;
};

/**
 * Balances, debts and positions of a user at the ends of the UTC days from `fromDay` to `toDay`:
 * those that changed in a day, and the last of each before `fromDay`.
 */
export type DayEndsQuery = {
  readonly user: number;
  readonly fromDay: number;
  readonly toDay: number;
};

/** Statistics of at most a page of users; users without orders have no row. */
export type P2pStatisticsQuery = {
  readonly users: readonly number[];
  readonly recentFromMs: number;
};

/** One order by id, else the newest with the client order id. */
export type OrderQuery = {
  readonly user: number;
  readonly orderId?: number | undefined;
  readonly clientOrderId?: string | undefined;
};

/** `appliedSeq`: the rows reflect every command up to it. `hasMore`: older rows match too. */
export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly appliedSeq: number;
};

/** Fields and result rows of each kind of query. */
export type QueryKinds = {
  orders: { query: OrdersQuery; row: OrderRow };
  fills: { query: FillsQuery; row: FillRow };
  plans: { query: PlansQuery; row: PlanRow };
  bills: { query: BillsQuery; row: BillRow };
  counterAccounts: { query: CounterAccountsQuery; row: CounterAccountRow };
  transfers: { query: TransfersQuery; row: TransferRow };
  closedPositions: { query: ClosedPositionsQuery; row: ClosedPositionRow };
  trades: { query: TradesQuery; row: TradeRow };
  candles: { query: CandlesQuery; row: CandleRow };
  combinedCandles: { query: CombinedCandlesQuery; row: Candle };
  recentMarkets: { query: RecentMarketsQuery; row: RecentMarket };
  marketSamples: { query: MarketSamplesQuery; row: MarketSampleRow };
  fundingRates: { query: FundingRatesQuery; row: FundingRateRow };
  liquidated: { query: LiquidatedQuery; row: LiquidatedRow };
  liquidations: { query: LiquidationsQuery; row: LiquidationRow };
  liquidationParts: { query: LiquidationRowsQuery; row: LiquidationPartRow };
  liquidationPayments: { query: LiquidationRowsQuery; row: LiquidationPaymentRow };
  liquidationSteps: { query: LiquidationRowsQuery; row: LiquidationStepRow };
  fundPayments: { query: FundPaymentsQuery; row: FundPaymentRow };
  activities: { query: ActivitiesQuery; row: ActivityRow };
  orderSteps: { query: OrderStepsQuery; row: OrderStepRow };
  orderById: { query: OrderByIdQuery; row: OrderRow };
  namedOrders: { query: NamedOrdersQuery; row: OrderRow };
  fundPeriods: { query: FundPeriodsQuery; row: FundPeriodRow };
  loanRecords: { query: LoanRecordsQuery; row: LoanRecordRow };
  unwinds: { query: UnwindsQuery; row: UnwindRow };
  swaps: { query: SwapsQuery; row: SwapRow };
  conversions: { query: ConversionsQuery; row: ConversionRow };
  deposits: { query: CustodyQuery; row: DepositRow };
  withdrawals: { query: CustodyQuery; row: WithdrawalRow };
  p2pOrders: { query: P2pOrdersQuery; row: P2pOrderRow };
  p2pAds: { query: P2pAdsQuery; row: P2pAdRow };
  p2pStatistics: { query: P2pStatisticsQuery; row: P2pStatisticsRow };
  pledgeRecords: { query: PledgeRecordsQuery; row: PledgeRecordRow };
  unitRecords: { query: UnitRecordsQuery; row: UnitRecordRow };
  acts: { query: ActsQuery; row: ActRow };
  dayEnds: { query: DayEndsQuery; row: DayEndRow };
  statements: { query: StatementsQuery; row: StatementRow };
  positionMoves: { query: PositionMovesQuery; row: PositionMoveRow };
  tradeFills: { query: TradeFillsQuery; row: FillRow };
};
export type QueryKind = keyof QueryKinds;

export type HistoryQuery = {
  [K in QueryKind]: { readonly kind: K; readonly query: QueryKinds[K]["query"] };
}[QueryKind];

/** A row of any table. */
export type AnyRow = QueryKinds[QueryKind]["row"];

/** Queries. A read after a posted write includes it. Fails with a `HistoryFault`. */
export interface HistoryReader {
  orders(query: OrdersQuery): Promise<Page<OrderRow>>;
  order(query: OrderQuery): Promise<OrderRow | undefined>;
  fills(query: FillsQuery): Promise<Page<FillRow>>;
  plans(query: PlansQuery): Promise<Page<PlanRow>>;
  bills(query: BillsQuery): Promise<Page<BillRow>>;
  counterAccounts(query: CounterAccountsQuery): Promise<Page<CounterAccountRow>>;
  transfers(query: TransfersQuery): Promise<Page<TransferRow>>;
  closedPositions(query: ClosedPositionsQuery): Promise<Page<ClosedPositionRow>>;
  trades(query: TradesQuery): Promise<Page<TradeRow>>;
  candles(query: CandlesQuery): Promise<Page<CandleRow>>;
  combinedCandles(query: CombinedCandlesQuery): Promise<Page<Candle>>;
  recentMarkets(query: RecentMarketsQuery): Promise<Page<RecentMarket>>;
  marketSamples(query: MarketSamplesQuery): Promise<Page<MarketSampleRow>>;
  fundingRates(query: FundingRatesQuery): Promise<Page<FundingRateRow>>;
  loanRecords(query: LoanRecordsQuery): Promise<Page<LoanRecordRow>>;
  unwinds(query: UnwindsQuery): Promise<Page<UnwindRow>>;
  liquidated(query: LiquidatedQuery): Promise<Page<LiquidatedRow>>;
  liquidations(query: LiquidationsQuery): Promise<Page<LiquidationRow>>;
  liquidationParts(query: LiquidationRowsQuery): Promise<Page<LiquidationPartRow>>;
  liquidationPayments(query: LiquidationRowsQuery): Promise<Page<LiquidationPaymentRow>>;
  liquidationSteps(query: LiquidationRowsQuery): Promise<Page<LiquidationStepRow>>;
  fundPayments(query: FundPaymentsQuery): Promise<Page<FundPaymentRow>>;
  activities(query: ActivitiesQuery): Promise<Page<ActivityRow>>;
  orderSteps(query: OrderStepsQuery): Promise<Page<OrderStepRow>>;
  orderById(query: OrderByIdQuery): Promise<Page<OrderRow>>;
  namedOrders(query: NamedOrdersQuery): Promise<Page<OrderRow>>;
  fundPeriods(query: FundPeriodsQuery): Promise<Page<FundPeriodRow>>;
  swaps(query: SwapsQuery): Promise<Page<SwapRow>>;
  conversions(query: ConversionsQuery): Promise<Page<ConversionRow>>;
  deposits(query: CustodyQuery): Promise<Page<DepositRow>>;
  withdrawals(query: CustodyQuery): Promise<Page<WithdrawalRow>>;
  p2pOrders(query: P2pOrdersQuery): Promise<Page<P2pOrderRow>>;
  p2pAds(query: P2pAdsQuery): Promise<Page<P2pAdRow>>;
  p2pStatistics(query: P2pStatisticsQuery): Promise<Page<P2pStatisticsRow>>;
  pledgeRecords(query: PledgeRecordsQuery): Promise<Page<PledgeRecordRow>>;
  unitRecords(query: UnitRecordsQuery): Promise<Page<UnitRecordRow>>;
  acts(query: ActsQuery): Promise<Page<ActRow>>;
  dayEnds(query: DayEndsQuery): Promise<Page<DayEndRow>>;
  statements(query: StatementsQuery): Promise<Page<StatementRow>>;
  positionMoves(query: PositionMovesQuery): Promise<Page<PositionMoveRow>>;
  tradeFills(query: TradeFillsQuery): Promise<Page<FillRow>>;
}
