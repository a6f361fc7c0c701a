import type { Endpoint } from "../../http/endpoint.ts";
import { convertTrade } from "./convert-trade.ts";
import { getConvertCurrencies } from "./get-currencies.ts";
import { getQuotedPrice } from "./get-quoted-price.ts";
import { listConvertRecords } from "./list-records.ts";

export const endpointsConvertV2: readonly Endpoint[] = [
  getConvertCurrencies,
  getQuotedPrice,
  convertTrade,
  listConvertRecords,
];
