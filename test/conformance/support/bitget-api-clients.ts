/** The unmodified REST classes of bitget-api, pointed at a local exchange. */
import { RestClientV2, RestClientV3 } from "bitget-api";
import type { Address, Key } from "./conformance-exchange.ts";

/** Options of a client that signs with a key; none without one. */
export function keyOptions(key: Key | undefined) {
  if (key === undefined) return {};
  return { apiKey: key.apiKey, apiSecret: key.secret, apiPass: key.passphrase };
}

export function restV2(exchange: Address, key?: Key, isDemo = false): RestClientV2 {
  const { baseUrl } = exchange;
  return new RestClientV2({ ...keyOptions(key), baseUrl, demoTrading: isDemo });
}

export function restV3(exchange: Address, key?: Key, isDemo = false): RestClientV3 {
  const { baseUrl } = exchange;
  return new RestClientV3({ ...keyOptions(key), baseUrl, demoTrading: isDemo });
}
