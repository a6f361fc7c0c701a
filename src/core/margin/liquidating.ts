/** Accounts under liquidation may only cancel orders until it ends (decision 0032). */
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { walletOf } from "../positions/backing.ts";
import type { State } from "../state.ts";

/** Whether commands of a user in an instrument are rejected because of a liquidation. */
export function isLiquidating(state: State, user: User, instrument: Instrument): boolean {
  const { liquidations } = state;
  if (liquidations.count === 0) return false;
  const wallet = walletOf(user, instrument);
  return liquidations.ofUser(user.index).some((one) => {
    if (one.wallet !== wallet) return false;
    if (wallet === WALLET_INDEX.unified) return true;
    if (one.instrument !== 0) return one.instrument === instrument.index + 1;
    return one.currency === instrument.settle;
  });
}

/** Whether an account accepts no transfers because it is being liquidated as a whole. */
export function isAccountLiquidating(
  state: State,
  user: number,
  wallet: number,
  currency: number,
): boolean {
  return state.liquidations.ofUser(user).some((one) => {
    if (one.wallet !== wallet || one.instrument !== 0) return false;
    return wallet === WALLET_INDEX.unified || one.currency === currency;
  });
}
