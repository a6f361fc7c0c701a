/** Checks of the audit that concern risk units. */
import { type State, userAt } from "../state.ts";

type Report = (finding: string) => void;

/** Checks that units have a product, users of one main account, and loans above zero. */
export function checkUnits(state: State, report: Report): void {
  const { institutional } = state;
  const seen = new Set<number>();
  for (const unit of institutional.units()) {
    const main = userAt(state, unit.user);
    if (institutional.product(main.realm, unit.product) === undefined) {
      report(`unit ${unit.user} has no product`);
    }
    for (const user of unit.users) {
      if (userAt(state, user).parent !== main.parent) report(`user ${user} is of another parent`);
      if (seen.has(user)) report(`user ${user} belongs to two units`);
      if (institutional.ofUser(user) !== unit) report(`user ${user} is found in another unit`);
      seen.add(user);
    }
    for (const { id, interest, principal } of unit.loans) {
      if (principal < 0n || interest < 0n) report(`loan ${id} of a unit is below zero`);
      if (principal + interest === 0n) report(`loan ${id} of a unit is owed no more`);
    }
  }
}

/** Adds the principal that units have borrowed, by realm and coin, to the loans of the pools. */
export function addUnitPrincipal(state: State, lent: Map<string, bigint>): void {
  for (const unit of state.institutional.units()) {
    const { realm } = userAt(state, unit.user);
    for (const { currency, principal } of unit.loans) {
      const place = `${realm}/${currency}`;
      lent.set(place, (lent.get(place) ?? 0n) + principal);
    }
  }
}
