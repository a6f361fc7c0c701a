/** Audit of fees: no rate exceeds the listed one, and granted levels exist. */
import { instrumentAt, type State } from "../state.ts";
import type { FeeRates } from "./fee-state.ts";

export function checkFees(state: State, report: (finding: string) => void): void {
  const { grants, levels, markets } = state.fees;
  for (const [index, { next, value }] of markets) {
    const listed = instrumentAt(state, index);
    const isWithin = ({ makerRate, takerRate }: FeeRates): boolean =>
      makerRate <= takerRate && makerRate <= listed.makerRate && takerRate <= listed.takerRate;
    if (!isWithin(value) || !isWithin(next)) report(`fees of ${listed.symbol} exceed the listed`);
  }
  for (const [user, { next, value }] of grants) {
    const isKnown = [value, next].every((level) => level === 0 || levels.has(level));
    const isMain = state.users[user]?.parent === user;
    if (!isKnown || !isMain) report(`user ${user} has fee level ${value}, then ${next}`);
  }
}
