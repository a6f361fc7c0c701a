/** Requests of withdrawals, common to v2 and v3. */
import { type Static, Type } from "typebox";
import type { Wallet } from "../../core/base/vocabulary.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { ChainTerms } from "../../core/instruments/chain-terms.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, type Atoms, atoms } from "../../core/money/units.ts";
import { URGENT } from "../../sequencer/port.ts";
import { wireId } from "../../wire/ids.ts";
import { userOfUid } from "../auth/uid.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { clientOidV2, coin, decimal, enumeration, text } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";
import { submitted } from "../orders/submitted.ts";
import { type RejectionDialect, rejectionError } from "../rejection-codes.ts";
import { chainNamed, coinNamed } from "./chain-of-request.ts";
import { invoiceAmount } from "./lightning-invoice.ts";

const ADDRESS_LENGTH_MAX = 512;
/** Longest remark of a withdrawal with the identity of its recipient, in characters. */
const REMARK_LENGTH_MAX = 128;
const NAME_LENGTH_MAX = 40;

export const WITHDRAWAL_FIELDS = {
  coin: coin(),
  transferType: enumeration(["on_chain", "internal_transfer"]),
  address: text({ lengthMax: ADDRESS_LENGTH_MAX }),
  chain: Type.Optional(text({ description: "Needed with on_chain" })),
  innerToType: enumeration(["email", "mobile", "uid"], { default: "uid" }),
  areaCode: Type.Optional(text({ description: "Needed with mobile" })),
  tag: Type.Optional(text()),
  size: decimal(),
  remark: Type.Optional(text()),
  clientOid: Type.Optional(clientOidV2()),
  memberCode: Type.Optional(enumeration(["bithumb", "korbit", "coinone"])),
  identityType: Type.Optional(enumeration(["user", "company"])),
  companyName: Type.Optional(text({ lengthMax: NAME_LENGTH_MAX })),
  firstName: Type.Optional(text({ lengthMax: NAME_LENGTH_MAX })),
  lastName: Type.Optional(text({ lengthMax: NAME_LENGTH_MAX })),
};
const requestSchema = Type.Object(WITHDRAWAL_FIELDS);
type WithdrawalRequest = Static<typeof requestSchema>;

export const withdrawalReplySchema = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
});

/**
 * Returns the remark that the operator sees: with a member code also the identity of the recipient,
 * which must be complete. Throws for a missing part.
 */
function remarkOf(context: PrivateContext, request: WithdrawalRequest): string {
  const { companyName, firstName, identityType, lastName, memberCode, remark = "" } = request;
  const parts = [remark];
  if (memberCode !== undefined) {
    if (identityType === undefined) throw context.errors.missing("identityType");
    if (identityType === "company" && companyName === undefined) {
      throw context.errors.missing("companyName");
    }
    if (identityType === "user" && firstName === undefined) {
      throw context.errors.missing("firstName");
    }
    if (identityType === "user" && lastName === undefined) {
      throw context.errors.missing("lastName");
    }
    parts.push(`to ${memberCode}: ${companyName ?? `${firstName} ${lastName}`}`);
  }
  const joined = parts.filter((part) => part !== "").join("; ");
  if (joined.length > REMARK_LENGTH_MAX) throw context.errors.outOfRange("remark");
  return joined;
}

function sizeOf(context: PrivateContext, size: string, { decimals }: Currency): Atoms {
  const units = parseUnits(size, decimals);
  if (units === undefined) throw wireError("43124");
  if (units > ATOMS_MAX) throw context.errors.outOfRange("size");
  return atoms(units);
}

/** Throws unless the size is the amount of the invoice, where addresses are invoices. */
function checkInvoice(
  context: PrivateContext,
  terms: ChainTerms,
  request: { readonly address: string; readonly size: Atoms },
): void {
  if (!terms.isByInvoice) return;
  const asked = invoiceAmount(request.address);
  if (asked === undefined) throw wireError("47002");
  if (asked !== request.size) throw context.errors.wrong("size");
}

/** Returns the recipient of an internal withdrawal; throws unless it is named by uid. */
function recipientOf(context: PrivateContext, request: WithdrawalRequest): number {
  const { address, areaCode, innerToType } = request;
  if (innerToType === "mobile" && areaCode === undefined) throw context.errors.missing("areaCode");
  // Users of this exchange have neither e-mail addresses nor phone numbers.
  if (innerToType !== "uid") throw context.errors.unknown("address");
  const user = userOfUid(address);
  if (user === undefined) throw context.errors.unknown("address");
  return user;
}

function commandOf(
  context: PrivateContext,
  request: WithdrawalRequest,
  from: { readonly wallet: Wallet; readonly dialect: RejectionDialect },
): CommandDraft {
  const user = context.principal.userIndex;
  const currency = coinNamed(context, request.coin, from.dialect);
  const size = sizeOf(context, request.size, currency);
  const remark = remarkOf(context, request);
  const common = { user, wallet: from.wallet, clientWithdrawalId: request.clientOid ?? "" };
  if (request.transferType === "internal_transfer") {
    const toUser = recipientOf(context, request);
    const money = { currency: currency.index, toUser, amount: size };
    return { kind: "withdraw_internally", ...common, ...money };
  }
  if (request.chain === undefined) throw context.errors.missing("chain");
  const terms = chainNamed(context, currency, request.chain, from.dialect);
  const { address, tag = "" } = request;
  checkInvoice(context, terms, { address, size });
  return { kind: "request_withdrawal", ...common, chain: terms.index, size, address, tag, remark };
}

/** Submits a withdrawal and returns its ids. Throws for an invalid parameter or a rejection. */
export async function submitWithdrawal(
  context: PrivateContext,
  request: WithdrawalRequest,
  from: { readonly wallet: Wallet; readonly dialect: RejectionDialect },
): Promise<Static<typeof withdrawalReplySchema>> {
  const command = commandOf(context, request, from);
  const { id, rejection } = await submitted(context, command);
  if (rejection === "user_not_found") throw context.errors.unknown("address");
  if (rejection === "insufficient_available") throw wireError("43012");
  if (rejection === "amount_not_positive") throw context.errors.wrong("size");
  if (rejection === "amount_too_large") throw context.errors.outOfRange("size");
  if (rejection !== undefined) throw rejectionError(rejection, from.dialect);
  return { orderId: wireId(id), clientOid: request.clientOid ?? "" };
}

interface NamedWithdrawal {
  readonly orderId: number | undefined;
  readonly clientOid: string | undefined;
}

/**
 * Cancels a withdrawal that has not been signed, by id or client id. Throws a rejection: 13010 for
 * a withdrawal that can no longer be cancelled.
 */
export async function submitCancellation(
  context: PrivateContext,
  named: NamedWithdrawal,
  dialect: RejectionDialect,
): Promise<string> {
  const command = {
    kind: "cancel_withdrawal",
    user: context.principal.userIndex,
    withdrawal: named.orderId ?? 0,
    clientWithdrawalId: named.orderId === undefined ? (named.clientOid ?? "") : "",
  } as const;
  const { rejection } = await submitted(context, command, URGENT);
  if (rejection === undefined) return "success";
  // The core forgets a withdrawal that is final: the history tells it from one that never was.
  const isFinal = rejection === "withdrawal_not_found" && (await isRecorded(context, named));
  throw rejectionError(isFinal ? "withdrawal_status_blocked" : rejection, dialect);
}

/** Whether the caller has requested the withdrawal, in whichever state it is. */
async function isRecorded(
  context: PrivateContext,
  { clientOid, orderId }: NamedWithdrawal,
): Promise<boolean> {
  const { rows } = await context.exchange.history.withdrawals({
    user: context.principal.userIndex,
    id: orderId,
    clientId: orderId === undefined ? clientOid : undefined,
    limit: 1,
  });
  return rows.length > 0;
}
