import type { TradeAccess, TradeMessage } from "./trade-access.ts";
import { TradeOperationsV2 } from "./trade-operations-v2.ts";
import { TradeOperationsV3 } from "./trade-operations-v3.ts";

/** Trade operations of both versions: v3 messages have a `topic`, v2 messages only `args`. */
export class TradeOperations {
  readonly #v3: TradeOperationsV3;
  readonly #v2: TradeOperationsV2;

  constructor(access: TradeAccess) {
    this.#v3 = new TradeOperationsV3(access);
    this.#v2 = new TradeOperationsV2(access);
  }

  /** Answers every request: immediately, or when its outcome is durable. */
  handle(trade: TradeMessage): void {
    if (trade.message["topic"] !== undefined) this.#v3.handle(trade);
    else this.#v2.handle(trade);
  }
}
