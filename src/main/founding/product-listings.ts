import type { Instrument } from "../../core/instruments/instrument.ts";
import { instrumentName } from "../../core/state.ts";
import { INSTRUMENT_LISTINGS } from "./listings.ts";

type Name = Pick<Instrument, "category" | "realm" | "symbol">;

const NAMES = new Set(
  INSTRUMENT_LISTINGS.map(({ category, realm, symbol }) => instrumentName(realm, category, symbol)),
);
/** Quarterly contracts, of past and of coming quarters (`datedContracts`). */
const DATED = /^live\/(coin_futures\/BTCUSD|scoin_futures\/SBTCSUSD)[HMUZ]\d{2}$/;

/** Whether the product itself lists an instrument of this name; others are the operator's own. */
export function isProductListing({ category, realm, symbol }: Name): boolean {
  const name = instrumentName(realm, category, symbol);
  return NAMES.has(name) || DATED.test(name);
}
