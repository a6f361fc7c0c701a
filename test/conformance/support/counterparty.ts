/** Someone on the other side: rests orders for a test to meet, or meets those of the test. */
import { type FuturesProductTypeV2, RestClientV2 } from "bitget-api";
import type { ConformanceExchange, Key } from "./conformance-exchange.ts";

const NO_ORDER_TO_CANCEL = "22001";

type Order = { readonly side: "buy" | "sell"; readonly size: string; readonly price: string };

export type Contract = {
  readonly productType: FuturesProductTypeV2;
  readonly symbol: string;
  readonly marginCoin: string;
};

export class Counterparty {
  readonly #client: RestClientV2;

  constructor(exchange: ConformanceExchange, key: Key, isDemo = false) {
    this.#client = new RestClientV2({
      apiKey: key.apiKey,
      apiSecret: key.secret,
      apiPass: key.passphrase,
      baseUrl: exchange.baseUrl,
      demoTrading: isDemo,
    });
  }

  /** Places a spot limit order and answers its id. */
  async spot(symbol: string, order: Order): Promise<string> {
    const placed = await this.#client.spotSubmitOrder({
      symbol,
      ...order,
      orderType: "limit",
      force: "gtc",
    });
    return placed.data.orderId;
  }

  /** Places a futures limit order in one-way mode and answers its id. */
  async futures(contract: Contract, order: Order): Promise<string> {
    const placed = await this.#client.futuresSubmitOrder({
      ...contract,
      ...order,
      marginMode: "crossed",
      orderType: "limit",
      force: "gtc",
    });
    return placed.data.orderId;
  }

  async clearSpot(symbol: string): Promise<void> {
    await this.#client.spotCancelSymbolOrder({ symbol });
  }

  async clearFutures({ productType, symbol, marginCoin }: Contract): Promise<void> {
    const cancel = this.#client.futuresBatchCancelOrders({ productType, symbol, marginCoin });
    await cancel.catch((thrown: { body?: { code?: string } }) => {
      if (thrown.body?.code !== NO_ORDER_TO_CANCEL) throw thrown;
    });
  }
}

/** A new counterparty with plenty of everything. */
export async function openCounterparty(
  exchange: ConformanceExchange,
  realm: "live" | "demo" = "live",
): Promise<Counterparty> {
  return new Counterparty(exchange, await exchange.counterparty(realm), realm === "demo");
}
