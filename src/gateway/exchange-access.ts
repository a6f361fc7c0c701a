/**
 * What endpoints reach of the exchange. The composition root builds it once; endpoint files get it
 * as `context.exchange`.
 */
export interface ExchangeAccess {
  /** The sequencer's door for commands. */
  readonly commands: unknown;
  /** Live projections in memory: balances, open orders, positions, depth, tickers. */
  readonly live: unknown;
  /** History in SQL: closed orders, fills, bills. */
  readonly history: unknown;
}
