/** Administrative actions on loans, margin rules, position tiers, collateral and funds. */
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../core/money/units.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { LoanTermsOfCoin, RiskActions } from "../../ops/risk-port.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { incrementsOf, RATE_E6_DECIMALS, rateE6Of } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { lendsBeyondBands } from "./loan-margin.ts";

type Parts = { readonly engine: ActingEngine };

const DAILY_RATE_DECIMALS = 8;
const BAD_RATE = `rates with at most ${RATE_E6_DECIMALS} decimals`;

/** Returns a rate in millionths; `undefined` when the text has more decimals. */

/** Returns all values, or `undefined` when one of them is undefined. */
function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/**
 * Returns index + 1 of a spot pair, as commands name pairs; 0 for no symbol, `undefined` when
 * unlisted.
 */
function pairNumberOf(engine: ActingEngine, realm: LoanTermsOfCoin["realm"], symbol: string) {
  if (symbol === "") return 0;
  const pair = engine.accounts.instrument(realm, "spot", symbol);
  return pair === undefined ? undefined : pair.index + 1;
}

/**
 * Returns the numbers of loan terms in the units of the command, or a refusal when one is invalid.
 */
function loanNumbers(request: LoanTermsOfCoin, { decimals }: Currency) {
  const { tiers } = request;
  const dailyRateE8 = incrementsOf(request.dailyRate, DAILY_RATE_DECIMALS, 1);
  const amountMin = parseUnits(request.amountMin, decimals);
  const interestFree = parseUnits(request.interestFree, decimals);
  const tierAmounts = allOf(tiers.map((tier) => incrementsOf(tier.amountMax, decimals, 1)));
  const tierMaintenanceE6 = allOf(tiers.map((tier) => rateE6Of(tier.maintenanceRate)));
  if (dailyRateE8 === undefined || tierMaintenanceE6 === undefined) {
    return refuse("invalid", `${BAD_RATE}, the daily one with ${DAILY_RATE_DECIMALS}`);
  }
  const isSmall = (amount: bigint | undefined): amount is bigint =>
    amount !== undefined && amount <= ATOMS_MAX;
  if (!isSmall(amountMin) || !isSmall(interestFree) || tierAmounts === undefined) {
    return refuse("invalid", `amounts with at most ${decimals} decimals`);
  }
  const tierLeverages = tiers.map(({ leverage }) => leverage);
  const amounts = { amountMin: atoms(amountMin), interestFree: atoms(interestFree), tierAmounts };
  return { dailyRateE8, ...amounts, tierLeverages, tierMaintenanceE6 };
}

function loanActions({
  engine,
}: Parts): Pick<RiskActions, "listLoanTerms" | "lendsBeyondBands" | "setLoanTerms"> {
  const { accounts, state } = engine;
  const symbolAt = (pairNumber: number): string => state.instruments[pairNumber - 1]?.symbol ?? "";
  return {
    listLoanTerms: () =>
      state.lending.terms.all().map((terms) => {
        const { amountMin, currency, dailyRate, instrument, interestFree } = terms;
        const { pricedBy, realm, tiers } = terms;
        const { code = "", decimals = 0 } = state.currencies[currency] ?? {};
        const text = (amount: bigint): string => formatTrimmed(amount, decimals);
        return {
          realm,
          symbol: symbolAt(instrument),
          coin: code,
          pricedBy: instrument === 0 ? (pricedBy?.symbol ?? "") : "",
          dailyRate: formatTrimmed(dailyRate, DAILY_RATE_DECIMALS),
          amountMin: text(amountMin),
          interestFree: text(interestFree),
          tiers: tiers.map(({ amountMax, leverage, maintenanceRate }) => ({
            amountMax: text(amountMax),
            leverage,
            maintenanceRate: rateE6Text(maintenanceRate),
          })),
        };
      }),
    lendsBeyondBands: (change) => lendsBeyondBands(engine, change),
    async setLoanTerms(request) {
      const { realm } = request;
      const currency = accounts.currency(request.coin);
      if (currency === undefined) return noCoin(request.coin);
      const instrument = pairNumberOf(engine, realm, request.symbol);
      const pricedBy = pairNumberOf(engine, realm, request.pricedBy);
      if (instrument === undefined || pricedBy === undefined) {
        return refuse("not_found", `no such pair is listed in the realm ${realm}`);
      }
      const numbers = loanNumbers(request, currency);
      if ("refused" in numbers) return numbers;
      const scope = { realm, instrument, currency: currency.index, pricedBy };
      const outcome = await submit(engine, { kind: "set_loan_terms", ...scope, ...numbers });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}

function ruleActions({ engine }: Parts): Pick<RiskActions, "marginRules" | "setMarginRules"> {
  return {
    marginRules() {
      const { rules } = engine.state.lending;
      const { haircut, liquidationFee, liquidationRisk, warningRisk } = rules;
      return {
        warningRisk: rateE6Text(warningRisk),
        liquidationRisk: rateE6Text(liquidationRisk),
        liquidationFee: rateE6Text(liquidationFee),
        haircut: rateE6Text(haircut),
        repaymentSpread: rateE6Text(rules.repaymentSpread),
        repaymentHourlyUsd: rules.repaymentHourlyUsd,
        poolShare: rateE6Text(rules.poolShare),
        poolLossShare: rateE6Text(rules.poolLossShare),
      };
    },
    async setMarginRules(rules) {
      const { haircut, liquidationFee, liquidationRisk, warningRisk } = rules;
      const { poolLossShare, poolShare, repaymentSpread } = rules;
      const risks = [warningRisk, liquidationRisk, liquidationFee, haircut];
      const rates = allOf([...risks, repaymentSpread, poolShare, poolLossShare].map(rateE6Of));
      if (rates === undefined) return refuse("invalid", BAD_RATE);
      const [warningRiskE6 = 0, liquidationRiskE6 = 0, liquidationFeeE6 = 0] = rates;
      const [haircutE6 = 0, repaymentSpreadE6 = 0, ...pool] = rates.slice(3);
      const [poolShareE6 = 0, poolLossShareE6 = 0] = pool;
      const { repaymentHourlyUsd } = rules;
      const lending = { repaymentSpreadE6, repaymentHourlyUsd, poolShareE6, poolLossShareE6 };
      const forced = { liquidationFeeE6, haircutE6 };
      const command = { warningRiskE6, liquidationRiskE6, ...forced, ...lending };
      const outcome = await submit(engine, { kind: "set_margin_rules", ...command });
      return outcome.rejection === undefined ? { done: rules } : refusalOf(outcome.rejection);
    },
  };
}

function tierActions({
  engine,
}: Parts): Pick<RiskActions, "listPositionTiers" | "setPositionTiers"> {
  const { state } = engine;
  const named = ({ category, realm, symbol }: Instrument) => ({ symbol, category, realm });
  return {
    listPositionTiers: () =>
      state.instruments
        .filter(({ isFutures }) => isFutures)
        .map((instrument) => ({
          ...named(instrument),
          tiers: (state.tiers[instrument.index] ?? []).map(
            ({ leverageMax, maintenanceRate, valueMax }) => ({
              valueMax,
              leverageMax,
              maintenanceRate: rateE6Text(maintenanceRate),
            }),
          ),
        })),
    async setPositionTiers(request) {
      const { tiers } = request;
      const instrument = listedInstrument(engine, request);
      if ("refused" in instrument) return instrument;
      const maintenanceRatesE6 = allOf(tiers.map((tier) => rateE6Of(tier.maintenanceRate)));
      if (maintenanceRatesE6 === undefined) return refuse("invalid", BAD_RATE);
      const outcome = await submit(engine, {
        kind: "set_position_tiers",
        instrument: instrument.index,
        valueMaxes: tiers.map(({ valueMax }) => valueMax),
        leverageMaxes: tiers.map(({ leverageMax }) => leverageMax),
        maintenanceRatesE6,
      });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}

function noCoin(code: string): AdminRefusal {
  return refuse("not_found", `no coin is called ${code}`);
}

function collateralActions({
  engine,
}: Parts): Pick<RiskActions, "listCollateral" | "setCollateral"> {
  const { accounts, state } = engine;
  return {
    listCollateral: () =>
      state.currencies.map(({ code, decimals, index }) => {
        const { isDollar = false, isShared = false, tiers = [] } = state.collaterals[index] ?? {};
        const coin = 10n ** BigInt(decimals);
        const rows = tiers.map(({ from, rate }) => ({
          from: Number(from / coin),
          rate: rateE6Text(rate),
        }));
        return { coin: code, isDollar, isShared, tiers: rows };
      }),
    async setCollateral(request) {
      const { coin, isDollar, isShared, tiers } = request;
      const currency = accounts.currency(coin);
      if (currency === undefined) return noCoin(coin);
      const ratesE6 = allOf(tiers.map(({ rate }) => rateE6Of(rate)));
      if (ratesE6 === undefined) return refuse("invalid", BAD_RATE);
      const outcome = await submit(engine, {
        kind: "set_collateral",
        currency: currency.index,
        isDollar,
        isShared,
        tierStarts: tiers.map(({ from }) => from),
        ratesE6,
      });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}

/**
 * Returns all administrative actions on lending, tiers and collateral.
 */
export function riskActions(parts: Parts): RiskActions {
  return {
    ...loanActions(parts),
    ...ruleActions(parts),
    ...tierActions(parts),
    ...collateralActions(parts),
  };
}
