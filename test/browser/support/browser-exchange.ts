import {
  ExchangeProcess,
  type ProcessOptions,
} from "../../conformance/support/exchange-process.ts";
import { eventually } from "../../support/eventually.ts";

const CANDLES = "/api/v3/market/candles?category=USDT-FUTURES&symbol=BTCUSDT&interval=15m";

/**
 * Starts an exchange for pages, and waits until its history has written the past: on a machine that
 * is busy it asks pages to come back later for that long, which their console reports as a fault.
 */
export async function startExchange(
  dataDir: string,
  options: ProcessOptions,
): Promise<ExchangeProcess> {
  const exchange = await ExchangeProcess.start(dataDir, options);
  const { baseUrl } = exchange.address;
  try {
    await eventually("candles of the past", async () => (await fetch(`${baseUrl}${CANDLES}`)).ok);
  } catch (thrown) {
    await exchange.kill();
    throw thrown;
  }
  return exchange;
}
