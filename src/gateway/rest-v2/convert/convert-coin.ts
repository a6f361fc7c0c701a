/** Coins and amounts in requests of conversions. */
import type { Currency } from "../../../core/instruments/instrument.ts";
import { parseUnits } from "../../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../../core/money/units.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { rejectionError } from "../../rejection-codes.ts";

/**
 * Keys of both account kinds convert: classic ones in the spot wallet, unified ones in the unified
 * account, because v3 has no endpoints to convert.
 */
export const CONVERT_ACCESS = {
  kind: "private",
  permission: ["spot_trade", "uta_trade_write"],
  accounts: "any",
} as const;

export const CONVERT_READ_ACCESS = {
  kind: "private",
  permission: ["read", "uta_mgt_read"],
  accounts: "any",
} as const;

/** Returns a coin by its code; throws 43131 for a coin that is not listed. */
export function convertCoin({ exchange }: PrivateContext, code: string): Currency {
  const currency = exchange.accounts.currency(code);
  if (currency === undefined) throw rejectionError("conversion_not_offered", "v2_spot");
  return currency;
}

/** Returns an amount of a coin; throws the error of `name` for too many decimals. */
export function convertAmount(
  context: PrivateContext,
  text: string,
  { currency, name }: { readonly currency: Currency; readonly name: string },
): Atoms {
  const amount = parseUnits(text, currency.decimals);
  if (amount === undefined || amount > ATOMS_MAX) throw context.errors.wrong(name);
  return atoms(amount);
}
