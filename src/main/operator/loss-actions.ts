/** Administrative actions on insurance funds, lending pools and the limits of their losses. */

import { REALMS } from "../../core/base/vocabulary.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { type Lots, lots } from "../../core/money/units.ts";
import { readFund } from "../../core/reads/liquidation-reads.ts";
import {
  type DrawRead,
  readDepth,
  readFundTerms,
  readInstrumentDraw,
  readPoolLoss,
} from "../../core/reads/loss-reads.ts";
import type { State } from "../../core/state.ts";
import type { DrawState, LossActions, LossLimitsChange } from "../../ops/loss-port.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { amountOf, incrementsOf, RATE_E6_DECIMALS, rateE6Or } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { timeText } from "./times.ts";

type Parts = { readonly engine: ActingEngine };

function drawState(draw: Omit<DrawRead, "drawMax">, decimals: number): DrawState {
  const { borne, untilMs } = draw;
  return { drawn: formatTrimmed(borne, decimals), until: timeText(untilMs) };
}

function sizeText(size: number, { lotStep, sizeDecimals }: Instrument): string {
  return Number.isFinite(size) ? formatTrimmed(BigInt(size) * BigInt(lotStep), sizeDecimals) : "";
}

function depthState(state: State, instrument: Instrument) {
  const { lossLimits } = instrument;
  const { depth, openInterestMax, positionMax } = readDepth(state, instrument);
  return {
    openInterestFactor: rateE6Text(lossLimits.openInterestFactorE6),
    positionFactor: rateE6Text(lossLimits.positionFactorE6),
    openInterestFloor: sizeText(lossLimits.openInterestFloor, instrument),
    positionFloor: sizeText(lossLimits.positionFloor, instrument),
    depth: sizeText(depth, instrument),
    openInterestMax: sizeText(openInterestMax, instrument),
    positionMax: sizeText(positionMax, instrument),
  };
}

/** Returns factors and floors in the units of the command; `undefined` when one cannot be read. */
function depthLimitsOf(
  request: LossLimitsChange,
  { lossLimits, lotStep, sizeDecimals }: Instrument,
) {
  const floorOf = (text: string | undefined, present: Lots): Lots | undefined => {
    if (text === undefined) return present;
    const count = incrementsOf(text, sizeDecimals, lotStep);
    return count === undefined ? undefined : lots(count);
  };
  const openInterestFactorE6 = rateE6Or(
    request.openInterestFactor,
    lossLimits.openInterestFactorE6,
  );
  const positionFactorE6 = rateE6Or(request.positionFactor, lossLimits.positionFactorE6);
  const openInterestFloor = floorOf(request.openInterestFloor, lossLimits.openInterestFloor);
  const positionFloor = floorOf(request.positionFloor, lossLimits.positionFloor);
  if (openInterestFactorE6 === undefined || positionFactorE6 === undefined) return undefined;
  if (openInterestFloor === undefined || positionFloor === undefined) return undefined;
  return { openInterestFactorE6, positionFactorE6, openInterestFloor, positionFloor };
}

function limitActions({ engine }: Parts): Pick<LossActions, "listLossLimits" | "setLossLimits"> {
  const { state } = engine;
  const settleOf = (settle: number): Currency => state.currencies[settle] as Currency;
  return {
    listLossLimits: () =>
      state.instruments
        .filter(({ isFutures }) => isFutures)
        .map((instrument) => {
          const { category, lossLimits, realm, settle, symbol } = instrument;
          const { code, decimals } = settleOf(settle);
          return {
            ...{ symbol, category, realm, coin: code },
            fundDrawMax: formatTrimmed(lossLimits.fundDrawMax, decimals),
            ...depthState(state, instrument),
            ...drawState(readInstrumentDraw(state, instrument), decimals),
          };
        }),
    async setLossLimits(request) {
      const instrument = listedInstrument(engine, request);
      if ("refused" in instrument) return instrument;
      const { decimals } = settleOf(instrument.settle);
      const fundDrawMax = amountOf(
        request.fundDrawMax,
        instrument.lossLimits.fundDrawMax,
        decimals,
      );
      if (fundDrawMax === undefined) {
        return refuse("invalid", `fundDrawMax has at most ${decimals} decimals`);
      }
      const depthLimits = depthLimitsOf(request, instrument);
      if (depthLimits === undefined) {
        return refuse("invalid", BAD_DEPTH_LIMITS);
      }
      const command = { instrument: instrument.index, fundDrawMax, ...depthLimits };
      const outcome = await submit(engine, { kind: "set_loss_limits", ...command });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}

const BAD_DEPTH_LIMITS =
  "openInterestFactor and positionFactor are from 0 to 1,000 with at most 6 decimals, and " +
  "openInterestFloor and positionFloor are sizes on the increment of the instrument";

function fundActions({ engine }: Parts): Pick<LossActions, "listInsuranceFunds" | "setFundTerms"> {
  const { accounts, state } = engine;
  return {
    listInsuranceFunds: () =>
      REALMS.flatMap((realm) =>
        state.currencies.map(({ code, decimals, index }) => {
          const terms = readFundTerms(state, realm, index);
          return {
            ...{ realm, coin: code },
            balance: formatTrimmed(readFund(state, realm, index), decimals),
            feeShare: rateE6Text(terms.feeShareE6),
            drawMax: formatTrimmed(terms.drawMax, decimals),
            ...drawState(terms, decimals),
          };
        }),
      ),
    async setFundTerms(request) {
      const { coin, feeShare, realm } = request;
      const currency = accounts.currency(coin);
      if (currency === undefined) return refuse("not_found", `no coin is called ${coin}`);
      const present = readFundTerms(state, realm, currency.index);
      const feeShareE6 = rateE6Or(feeShare, present.feeShareE6);
      const drawMax = amountOf(request.drawMax, present.drawMax, currency.decimals);
      if (feeShareE6 === undefined || drawMax === undefined) {
        const share = `feeShare is from 0 to 1 with at most ${RATE_E6_DECIMALS} decimals`;
        const most = `drawMax has at most ${currency.decimals} decimals`;
        return refuse("invalid", `${share}, and ${most}`);
      }
      const command = { realm, currency: currency.index, feeShareE6, drawMax };
      const outcome = await submit(engine, { kind: "set_fund_terms", ...command });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}

function poolActions({ engine }: Parts): Pick<LossActions, "listLendingPools"> {
  const { state } = engine;
  return {
    listLendingPools: () =>
      REALMS.flatMap((realm) =>
        state.currencies.map(({ code, decimals, index }) => {
          const { funds, isPaused, lost, lostMax, untilMs } = readPoolLoss(state, realm, index);
          return {
            ...{ realm, coin: code, isPaused },
            funds: formatTrimmed(funds, decimals),
            drawMax: lostMax === undefined ? "" : formatTrimmed(lostMax, decimals),
            ...drawState({ borne: lost, untilMs }, decimals),
          };
        }),
      ),
  };
}

/**
 * Returns all administrative actions on insurance funds and lending pools, and on the limits of
 * their losses.
 */
export function lossActions(parts: Parts): LossActions {
  return { ...limitActions(parts), ...fundActions(parts), ...poolActions(parts) };
}
