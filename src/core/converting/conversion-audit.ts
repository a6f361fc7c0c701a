/** Checks of the audit that concern conversions. */

import { REALMS } from "../base/vocabulary.ts";
import { type State, userAt } from "../state.ts";

type Report = (finding: string) => void;

/** Checks that the counts of open quotes equal the quotes, and that their ends are in order. */
export function checkQuotes(state: State, report: Report): void {
  const { quotes } = state.conversions;
  const byParent = new Map<number, number>();
  const byRealm = new Map<string, number>();
  let last = 0;
  for (const { expiresAtMs, id, user } of quotes.values()) {
    const { parent, realm } = userAt(state, user);
    byParent.set(parent, (byParent.get(parent) ?? 0) + 1);
    byRealm.set(realm, (byRealm.get(realm) ?? 0) + 1);
    if (expiresAtMs < last) report(`quote ${id} ends before an older quote`);
    last = expiresAtMs;
  }
  for (const { index } of state.users) {
    const count = byParent.get(index) ?? 0;
    if (quotes.ofParent(index) !== count) report(`user ${index}: ${count} open quotes, miscounted`);
  }
  for (const realm of REALMS) {
    const count = byRealm.get(realm) ?? 0;
    if (quotes.inRealm(realm) !== count) report(`${realm}: ${count} open quotes, miscounted`);
  }
}
