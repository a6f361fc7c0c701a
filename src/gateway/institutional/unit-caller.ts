/** Who may ask for which risk unit, product and user (decision 0067). */
import type { LoanProductRead, UnitRead } from "../../core/reads/unit-reads.ts";
import { userOfUid } from "../auth/uid.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { rejectionError } from "../rejection-codes.ts";

const PRODUCT_ID = /^[1-9]\d{0,14}$/;

/** Throws 25559 unless the caller manages a unit or is bound to one. */
function checkLoanUser({ exchange, principal }: PrivateContext): void {
  const { units } = exchange.accounts;
  const { userIndex } = principal;
  if (units.unitOf(userIndex) === undefined && units.managedBy(userIndex).length === 0) {
    throw wireError("25559");
  }
}

/** The caller's product; throws 25559 for others than loan users, and for an unknown id. */
export function productAsked(context: PrivateContext, productId: string): LoanProductRead {
  checkLoanUser(context);
  const id = PRODUCT_ID.test(productId) ? Number(productId) : 0;
  const product = context.exchange.accounts.units.product(context.realm, id);
  if (product === undefined) throw context.errors.unknown("productId");
  return product;
}

/**
 * Account of the unit that a request names, or without a name of the caller's own unit, or of the
 * only one that the caller manages. Throws 25559 without units, and 25566 for one of others.
 */
export function unitAccountAsked(context: PrivateContext, riskUnitId: string | undefined): number {
  const { userIndex } = context.principal;
  const managed = context.exchange.accounts.units.managedBy(userIndex);
  const [first] = managed;
  if (first === undefined) throw wireError("25559");
  if (riskUnitId === undefined) {
    if (managed.includes(userIndex)) return userIndex;
    if (managed.length > 1) throw context.errors.missing("riskUnitId");
    return first;
  }
  const named = userOfUid(riskUnitId);
  if (named === undefined || !managed.includes(named)) {
    throw rejectionError("risk_unit_not_found", "v3");
  }
  return named;
}

/** The unit that a request names; throws the errors of `unitAccountAsked`. */
export function unitAsked(context: PrivateContext, riskUnitId: string | undefined): UnitRead {
  const unit = context.exchange.accounts.units.unit(unitAccountAsked(context, riskUnitId));
  if (unit === undefined) throw rejectionError("risk_unit_not_found", "v3");
  return unit;
}

/**
 * Index of the user of a unit that a request names: the caller, or a user of a unit that the caller
 * manages. Without a name it is the caller, or for a caller without a unit the account of the only
 * unit that it manages. Throws 25559 for others than loan users, 40019 where a name is needed, and
 * "wrong parameter" for a user of no such unit.
 */
export function unitUserAsked(context: PrivateContext, userId: string | undefined): number {
  checkLoanUser(context);
  const { units } = context.exchange.accounts;
  const { userIndex } = context.principal;
  if (userId === undefined) {
    if (units.unitOf(userIndex) !== undefined) return userIndex;
    const [account, ...others] = units.managedBy(userIndex);
    if (account === undefined || others.length > 0) throw context.errors.missing("userId");
    return account;
  }
  const user = userOfUid(userId) ?? 0;
  const unit = units.unitOf(user);
  const isOwn =
    user === userIndex || (unit !== undefined && units.managedBy(userIndex).includes(unit));
  if (unit === undefined || !isOwn) throw context.errors.unknown("userId");
  return user;
}

/** Accounts whose units the caller manages or has managed: the family's, or the caller's own. */
export function managedAccounts({ exchange, principal }: PrivateContext): number[] {
  const { userIndex } = principal;
  const subAccounts = exchange.accounts.subAccountsOf(userIndex);
  return [userIndex, ...subAccounts.map(({ index }) => index)];
}
