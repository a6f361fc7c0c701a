/** Parameters of requests of peer-to-peer trading. */
import { Type } from "typebox";
import { P2P_PAYMENTS_MAX } from "../../core/base/limits.ts";
import { type P2pStep, SIDES } from "../../core/base/vocabulary.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";
import type { ListedFiat } from "../../projections/live/live-p2p.ts";
import type { SubmitOptions } from "../../sequencer/port.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { coin, enumeration, id, text } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";

/** Decimals of premiums, fees and other ratios. */
export const RATIO_DECIMALS = 6;

/** Only the live realm has peer-to-peer trading (decision 0066). */
export const P2P_READ = { kind: "private", permission: "p2p_read", realm: "live" } as const;
export const P2P_WRITE = { kind: "private", permission: "p2p_write", realm: "live" } as const;

export const PAIR_FIELDS = { token: coin(), fiat: coin({ description: "Fiat currency" }) };
export const SIDE_FIELD = enumeration(SIDES);

/** Methods of payment: those of a buy ad, and the accounts of a sell ad. */
export const PAYMENTS_FIELD = Type.Array(
  Type.Object({ payMethodId: text({ lengthMax: 8 }), userPayMethodId: Type.Optional(id()) }),
  { maxItems: P2P_PAYMENTS_MAX },
);

/** Returns a coin that is traded; throws 60006 for others. */
export function tokenOf({ exchange }: PrivateContext, name: string): Currency {
  const currency = exchange.accounts.currency(name);
  const isTraded = currency !== undefined && exchange.accounts.p2p.token(currency.index);
  if (currency === undefined || !isTraded) throw wireError("60006", "token");
  return currency;
}

/** Returns a fiat currency that is offered; throws 60006 for others. */
export function fiatOf({ exchange }: PrivateContext, code: string): ListedFiat {
  const fiat = exchange.accounts.p2p.fiat(code);
  if (fiat === undefined) throw wireError("60006", "fiat");
  return fiat;
}

/** Returns an amount in atoms; throws for 0, too many decimals or too large an amount. */
export function p2pAtoms(
  { errors }: PrivateContext,
  sent: { readonly name: string; readonly value: string },
  decimals: number,
): Atoms {
  const units = parseUnits(sent.value, decimals);
  if (units === undefined || units === 0n || units > ATOMS_MAX) throw errors.wrong(sent.name);
  return atoms(units);
}

/** Returns the ratio of a premium in millionths. */
export function premiumOf(context: PrivateContext, value: string): number {
  const premium = Number(p2pAtoms(context, { name: "premium", value }, RATIO_DECIMALS));
  if (!Number.isSafeInteger(premium)) throw context.errors.outOfRange("premium");
  return premium;
}

type SentPayment = { readonly payMethodId: string; readonly userPayMethodId?: string };

/** Index of a method of payment; a text that names none has an index that no method has. */
export function methodOfWire(payMethodId: string): number {
  return /^[1-9]\d{0,6}$/.test(payMethodId) ? Number(payMethodId) - 1 : Number.MAX_SAFE_INTEGER;
}

export function wireMethod(method: number): string {
  return String(method + 1);
}

/**
 * Returns the payments of an ad: methods of a buy ad, accounts of a sell ad. A method without an
 * account stands for the first account of the user with it.
 */
export function paymentsOf(
  context: PrivateContext,
  side: (typeof SIDES)[number],
  sent: readonly SentPayment[],
): number[] {
  if (sent.length === 0) throw wireError("60021");
  if (side === "buy") return sent.map(({ payMethodId }) => methodOfWire(payMethodId));
  const { p2p } = context.exchange.accounts;
  const own = p2p.accountsOf(context.principal.userIndex);
  return sent.map(({ payMethodId, userPayMethodId }) => {
    const method = methodOfWire(payMethodId);
    const wanted = userPayMethodId === undefined ? undefined : idOfWire(userPayMethodId);
    const found = own.find((account) => {
      const isWanted = userPayMethodId === undefined || account.id === wanted;
      return isWanted && account.method === method;
    });
    if (found !== undefined) return found.id;
    const isKnown = p2p.methods[method] !== undefined && userPayMethodId === undefined;
    throw isKnown ? wireError("60025", payMethodId) : wireError("60006", "payMethodIds");
  });
}

/** Returns the id of the core for a sent id; one that was never issued gives 0. */
export function p2pId(sent: string): number {
  return idOfWire(sent) ?? 0;
}

/**
 * Submits a step of an order of the user and returns the id of the order. Throws its rejection;
 * 60024 for an order of the user that has ended, which the core does not keep.
 */
export async function stepP2pOrder(
  context: PrivateContext,
  { orderId, step }: { readonly orderId: string; readonly step: P2pStep },
  options?: SubmitOptions,
): Promise<string> {
  const { userIndex: user } = context.principal;
  const order = p2pId(orderId);
  const command = { kind: "step_p2p_order", user, order, step } as const;
  const { id: done, rejection } = await submitted(context, command, options);
  if (rejection === undefined) return wireId(done);
  if (rejection !== "p2p_order_not_found") throw rejectionError(rejection, "v3");
  const { rows } = await context.exchange.history.p2pOrders({ user, id: order, limit: 1 });
  throw wireError(rows.length === 0 ? "60003" : "60024");
}

/** Submits a command and returns the wire id of its outcome. Throws its rejection. */
export async function submitP2p(
  context: PrivateContext,
  command: CommandDraft,
  options?: SubmitOptions,
): Promise<string> {
  const { id: done, rejection } = await submitted(context, command, options);
  if (rejection === "insufficient_available") throw wireError("60013");
  if (rejection !== undefined) throw rejectionError(rejection, "v3");
  return wireId(done);
}
