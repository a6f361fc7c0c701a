/** User and instrument of a command on futures settings. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { ordinaryUser, type State } from "../state.ts";
import { isLiquidating } from "./liquidating.ts";

export type FuturesScope = { readonly user: User; readonly instrument: Instrument };

/** Returns the user and the futures instrument that a command names, or why it is rejected. */
export function futuresOf(
  state: State,
  command: { readonly user: number; readonly instrument: number },
): FuturesScope | Rejection {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return "user_not_found";
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return "instrument_not_found";
  if (!instrument.isFutures) return "instrument_not_futures";
  if (instrument.realm !== user.realm) return "realm_mismatch";
  return isLiquidating(state, user, instrument) ? "account_liquidating" : { user, instrument };
}
