/** Reports to clients how far the rows of an answer lag behind the exchange. */
import type { ExchangeAccess } from "../exchange-access.ts";
import type { RequestTrace } from "./request-trace.ts";

/**
 * Header of an answer from a history that lags: exchange time in ms between the last command and
 * the last one whose rows the history has. The rows of the caller's own commands are never missing.
 */
export const HISTORY_LAG_HEADER = "x-bourse-history-lag-ms";

/** Smallest lag that is reported, in ms: a history is always a transaction behind. */
const LAG_MS_MIN = 1_000;

/** Returns the exchange; while its history lags, a read of it notes the lag in the trace. */
export function withHistoryLag(exchange: ExchangeAccess, trace: RequestTrace): ExchangeAccess {
  const { lagMs } = exchange.history;
  if (lagMs < LAG_MS_MIN) return exchange;
  const history = new Proxy(exchange.history, {
    get(reader, name) {
      trace.historyLagMs = lagMs;
      return Reflect.get(reader, name);
    },
  });
  return { ...exchange, history };
}
