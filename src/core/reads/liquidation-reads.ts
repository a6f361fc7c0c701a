/** What may be read of liquidation off the live state: the funds, and how near deleveraging is. */

import { exchangeUserOf, FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { positionSideOf } from "../base/position-handle.ts";
import { REALMS, type Realm } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { deleverageRanks } from "../liquidation/deleverage-rank.ts";
import type { Atoms } from "../money/units.ts";
import { instrumentAt, type State } from "../state.ts";

export type DeleverageRankRead = {
  readonly instrument: Instrument;
  readonly positionSide: "long" | "short";
  /** In millionths; nearer to a million is deleveraged earlier. */
  readonly rankE6: number;
};

/** How near each of a user's positions is to being deleveraged. */
export function readDeleverageRanks(state: State, userIndex: number): DeleverageRankRead[] {
  const user = state.users[userIndex];
  if (user === undefined) return [];
  return deleverageRanks(state, user).map(({ instrument, rankE6, side }) => ({
    instrument: instrumentAt(state, instrument),
    positionSide: positionSideOf(side),
    rankE6,
  }));
}

/** What the insurance fund of a realm has of a coin. */
export function readFund(state: State, realm: Realm, currency: number): Atoms {
  const { ledger } = state;
  const owner = exchangeUserOf(realm);
  return ledger.balance(ledger.find(owner, WALLET_INDEX.insurance_fund, currency));
}

/** The realm whose exchange a user is, or `undefined` for everybody else. */
export function realmOfExchange(user: number): Realm | undefined {
  return user < FIRST_ORDINARY_USER ? REALMS[user] : undefined;
}
