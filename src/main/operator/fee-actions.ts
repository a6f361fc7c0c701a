/** Administrative actions on fees of markets, levels and users (decision 0094). */
import { valueAt } from "../../core/fees/fee-state.ts";
import type { FeeRates } from "../../core/reads/fee-reads.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { FeeActions, FeeLevelState, UserFeeLevel } from "../../ops/fee-port.ts";
import type { FeeTexts } from "../../ops/instrument-port.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { RATE_E6_DECIMALS, rateE6Of } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { timeOf, timeText } from "./times.ts";

type Parts = { readonly engine: ActingEngine };

const BAD_TERMS = `rates with at most ${RATE_E6_DECIMALS} decimals, and an ISO time or none`;

export function feeTexts({ makerRate, takerRate }: FeeRates): FeeTexts {
  return { maker: rateE6Text(makerRate), taker: rateE6Text(takerRate) };
}

function levelStateOf(level: number, spot: FeeRates, futures: FeeRates): FeeLevelState {
  return {
    level,
    ...{ spotMaker: rateE6Text(spot.makerRate), spotTaker: rateE6Text(spot.takerRate) },
    futuresMaker: rateE6Text(futures.makerRate),
    futuresTaker: rateE6Text(futures.takerRate),
  };
}

function userLevel(engine: ActingEngine, user: number, uid: string): UserFeeLevel {
  const { accounts, state } = engine;
  const grant = accounts.fees.grant(user);
  if (grant === undefined) return { uid, level: 0, nextLevel: 0, from: "" };
  const level = valueAt(grant, state.timeMs);
  const isWaiting = grant.fromMs > state.timeMs;
  const from = isWaiting ? timeText(grant.fromMs) : "";
  return { uid, level, nextLevel: isWaiting ? grant.next : level, from };
}

function setLevel({ engine }: Parts): FeeActions["setFeeLevel"] {
  return async (request) => {
    const { futuresMaker, futuresTaker, level, spotMaker, spotTaker } = request;
    const [spotMakerE6, spotTakerE6] = [rateE6Of(spotMaker), rateE6Of(spotTaker)];
    const [futuresMakerE6, futuresTakerE6] = [rateE6Of(futuresMaker), rateE6Of(futuresTaker)];
    if (spotMakerE6 === undefined || spotTakerE6 === undefined) return refuse("invalid", BAD_TERMS);
    if (futuresMakerE6 === undefined || futuresTakerE6 === undefined) {
      return refuse("invalid", BAD_TERMS);
    }
    const rates = { spotMakerE6, spotTakerE6, futuresMakerE6, futuresTakerE6 };
    const outcome = await submit(engine, { kind: "set_fee_level", level, ...rates });
    return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
  };
}

function setMarket({ engine }: Parts): FeeActions["setMarketFees"] {
  return async (request) => {
    const { from, maker, taker } = request;
    const instrument = listedInstrument(engine, request);
    if ("refused" in instrument) return instrument;
    const [makerRateE6, takerRateE6, fromMs] = [rateE6Of(maker), rateE6Of(taker), timeOf(from)];
    if (makerRateE6 === undefined || takerRateE6 === undefined || fromMs === undefined) {
      return refuse("invalid", BAD_TERMS);
    }
    const terms = { instrument: instrument.index, makerRateE6, takerRateE6, fromMs };
    const outcome = await submit(engine, { kind: "set_market_fees", ...terms });
    return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
  };
}

function setUserLevel(parts: Parts): FeeActions["setUserFeeLevel"] {
  const { engine } = parts;
  return async ({ from, level, uid }) => {
    const user = ordinaryUserOf(parts, uid);
    if ("refused" in user) return user;
    const fromMs = timeOf(from);
    if (fromMs === undefined) return refuse("invalid", BAD_TERMS);
    const terms = { user: user.index, level, fromMs };
    const outcome = await submit(engine, { kind: "set_user_fee_level", ...terms });
    if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
    return { done: userLevel(engine, user.index, uid) };
  };
}

/** Returns all administrative actions on fees. */
export function feeActions(parts: Parts): FeeActions {
  const { accounts } = parts.engine;
  return {
    listFees: () => ({
      levels: accounts.fees
        .levels()
        .map(([level, { futures, spot }]) => levelStateOf(level, spot, futures)),
      users: accounts.fees.grants().map(([user]) => userLevel(parts.engine, user, uidOf(user))),
    }),
    setMarketFees: setMarket(parts),
    setFeeLevel: setLevel(parts),
    feeLevelOf(uid) {
      const user = ordinaryUserOf(parts, uid);
      return "refused" in user ? user : { done: userLevel(parts.engine, user.index, uid) };
    },
    setUserFeeLevel: setUserLevel(parts),
  };
}
