/** Who may approve a waiting change: another person than the one who asked for it. */
import type { ListedToken } from "./approval-rows.ts";

const THIRD_PERSON = "A third person has to approve it; you can only decline it.";

/**
 * Returns why a person may not approve what another asked for; undefined where the person may. The
 * exchange decides by the same rule: a token that the other issued, or was issued by, is no second
 * person (decision 0089).
 */
export function secondPersonFault(
  me: string,
  proposer: string,
  tokens: readonly ListedToken[],
): string | undefined {
  if (me === proposer) {
    return (
      "You asked for this change yourself, so you cannot approve it. Another person has to; you " +
      "can only decline it."
    );
  }
  const isIssuer = (issuer: string, name: string): boolean =>
    tokens.find((token) => token.name === name)?.issuers.includes(issuer) ?? false;
  if (isIssuer(me, proposer)) {
    return `Your token issued that of ${proposer}, who asked for this change. ${THIRD_PERSON}`;
  }
  if (isIssuer(proposer, me)) {
    return `Your token was issued by ${proposer}, who asked for this change. ${THIRD_PERSON}`;
  }
  return undefined;
}
