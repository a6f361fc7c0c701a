/** Reads of the live state: insurance funds and deleveraging ranks. */

import { exchangeUserOf, FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { LONG, positionSideOf, SHORT } from "../base/position-handle.ts";
import { REALMS, type Realm } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { deleverageRanks } from "../liquidation/deleverage-rank.ts";
import { deleverageScore, isHigherScore, type Score } from "../liquidation/deleverage-score.ts";
import type { Atoms } from "../money/units.ts";
import { instrumentAt, type State } from "../state.ts";

export type DeleverageRankRead = {
  readonly instrument: Instrument;
  readonly positionSide: "long" | "short";
  /** In millionths; a higher rank is deleveraged earlier. */
  readonly rankE6: number;
};

/** Deleveraging ranks of a user's positions. */
export function readDeleverageRanks(state: State, userIndex: number): DeleverageRankRead[] {
  const user = state.users[userIndex];
  if (user === undefined) return [];
  return deleverageRanks(state, user).map(({ instrument, rankE6, side }) => ({
    instrument: instrumentAt(state, instrument),
    positionSide: positionSideOf(side),
    rankE6,
  }));
}

/** Score of an open position by which holders of its side are deleveraged. */
export function readDeleverageScore(
  state: State,
  userIndex: number,
  { instrument, positionSide }: Pick<DeleverageRankRead, "instrument" | "positionSide">,
): Score {
  const row = state.positions.find(userIndex, instrument.index);
  return deleverageScore(state, row, positionSide === "long" ? LONG : SHORT);
}

/** Orders scores: negative when the first position is deleveraged before the second. */
export function compareDeleverageScores(one: Score, other: Score): number {
  if (isHigherScore(one, other)) return -1;
  return isHigherScore(other, one) ? 1 : 0;
}

/** Balance of the insurance fund of a realm in a coin. */
export function readFund(state: State, realm: Realm, currency: number): Atoms {
  const { ledger } = state;
  const owner = exchangeUserOf(realm);
  const balance = ledger.balance(ledger.find(owner, WALLET_INDEX.insurance_fund, currency));
  assert(balance >= 0n, "an insurance fund is never negative");
  return balance;
}

/** Realm of an exchange user; `undefined` for ordinary users. */
export function realmOfExchange(user: number): Realm | undefined {
  return user < FIRST_ORDINARY_USER ? REALMS[user] : undefined;
}
