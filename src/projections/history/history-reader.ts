/** Named queries of a history, on top of one function that runs any query. */
import type {
  AnyRow,
  HistoryQuery,
  HistoryReader,
  Page,
  QueryKind,
  QueryKinds,
} from "./queries.ts";

export type Ask = (asked: HistoryQuery) => Promise<Page<AnyRow>>;

/** Returns the named queries; `ask` runs a query of any kind. */
export function historyReader(ask: Ask): HistoryReader {
  const asking =
    <K extends QueryKind>(kind: K) =>
    async (query: QueryKinds[K]["query"]): Promise<Page<QueryKinds[K]["row"]>> =>
      (await ask({ kind, query } as HistoryQuery)) as Page<QueryKinds[K]["row"]>;
  const orders = asking("orders");
  return {
    orders,
    fills: asking("fills"),
    plans: asking("plans"),
    bills: asking("bills"),
    counterAccounts: asking("counterAccounts"),
    transfers: asking("transfers"),
    closedPositions: asking("closedPositions"),
    trades: asking("trades"),
    candles: asking("candles"),
    combinedCandles: asking("combinedCandles"),
    recentMarkets: asking("recentMarkets"),
    marketSamples: asking("marketSamples"),
    fundingRates: asking("fundingRates"),
    liquidated: asking("liquidated"),
    liquidations: asking("liquidations"),
    liquidationParts: asking("liquidationParts"),
    liquidationPayments: asking("liquidationPayments"),
    liquidationSteps: asking("liquidationSteps"),
    fundPayments: asking("fundPayments"),
    activities: asking("activities"),
    orderSteps: asking("orderSteps"),
    orderById: asking("orderById"),
    namedOrders: asking("namedOrders"),
    fundPeriods: asking("fundPeriods"),
    loanRecords: asking("loanRecords"),
    unwinds: asking("unwinds"),
    swaps: asking("swaps"),
    conversions: asking("conversions"),
    deposits: asking("deposits"),
    withdrawals: asking("withdrawals"),
    p2pOrders: asking("p2pOrders"),
    p2pAds: asking("p2pAds"),
    p2pStatistics: asking("p2pStatistics"),
    pledgeRecords: asking("pledgeRecords"),
    unitRecords: asking("unitRecords"),
    positionMoves: asking("positionMoves"),
    tradeFills: asking("tradeFills"),
    acts: asking("acts"),
    dayEnds: asking("dayEnds"),
    statements: asking("statements"),
    async order({ user, orderId, clientOrderId }) {
      if (orderId === undefined && clientOrderId === undefined) return undefined;
      const id = orderId === undefined ? { clientOrderId } : { orderId };
      const { rows } = await orders({ user, ...id, limit: 1 });
      return rows[0];
    },
  };
}
