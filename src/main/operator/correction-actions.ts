/** Administrative actions that correct earlier events: trades and liquidations. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, atoms, ticks, ZERO_ATOMS } from "../../core/money/units.ts";
import { payableOfGainer } from "../../core/operating/bust-trade.ts";
import { refundableOf } from "../../core/settlement/fund-takes.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type { AdminRefusal, InstrumentName } from "../../ops/admin-outcome.ts";
import type { CorrectionActions, TradeSide } from "../../ops/correction-port.ts";
import type { FillRow } from "../../projections/history/tables.ts";
import { idOfWire, wireId } from "../../wire/ids.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { submitChange } from "./adjustment-actions.ts";
import { type ActingEngine, refusalOf, refuse } from "./admin-command.ts";
import { amountOf, incrementsOf } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { timeText } from "./times.ts";

type Parts = { readonly engine: ActingEngine };

/** A trade with the fills of both sides. */
type Trade = {
  readonly instrument: Instrument;
  readonly bought: FillRow;
  readonly sold: FillRow;
};

async function findTrade(
  engine: ActingEngine,
  { tradeId, ...name }: InstrumentName & { readonly tradeId: string },
): Promise<Trade | AdminRefusal> {
  const instrument = listedInstrument(engine, name);
  if ("refused" in instrument) return instrument;
  const id = idOfWire(tradeId);
  const { rows } = id === undefined ? { rows: [] } : await engine.history.tradeFills({ id });
  const own = rows.filter((fill) => fill.instrument === instrument.index);
  const bought = own.find(({ side }) => side === "buy");
  const sold = own.find(({ side }) => side === "sell");
  if (bought === undefined || sold === undefined) {
    const sides = "with two sides whose fills the history keeps";
    return refuse("not_found", `${name.symbol} has no trade ${tradeId} ${sides}`);
  }
  return { instrument, bought, sold };
}

function tradeActions({ engine }: Parts): Pick<CorrectionActions, "trade" | "bustTrade"> {
  const { state } = engine;
  const amountText = (currency: number, amount: bigint): string =>
    formatTrimmed(amount, state.currencies[currency]?.decimals ?? 0);
  const sideOf = (fill: FillRow): TradeSide => ({
    uid: uidOf(fill.user),
    orderId: wireId(fill.orderId),
    role: fill.role,
    fee: amountText(fill.feeCurrency, fill.fee),
    feeCoin: state.currencies[fill.feeCurrency]?.code ?? "",
  });
  return {
    async trade(name) {
      const trade = await findTrade(engine, name);
      if ("refused" in trade) return trade;
      const { bought, instrument, sold } = trade;
      const { lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
      return {
        done: {
          ...name,
          tradeId: wireId(bought.tradeId),
          price: formatTrimmed(bought.price * tickStep, priceDecimals),
          size: formatTrimmed(bought.size * lotStep, sizeDecimals),
          tradedAt: timeText(bought.createdAtMs),
          ...{ buyer: sideOf(bought), seller: sideOf(sold) },
          isCorrected: state.operating.correctedTrades.has(bought.tradeId),
        },
      };
    },
    async bustTrade({ reference, ...request }) {
      const trade = await findTrade(engine, request);
      if ("refused" in trade) return trade;
      const { bought, instrument, sold } = trade;
      const { priceDecimals, tickStep } = instrument;
      const currency = instrument.isFutures ? instrument.settle : instrument.quote;
      const { code = "", decimals = 0 } = state.currencies[currency] ?? {};
      const fairPrice = incrementsOf(request.fairPrice, priceDecimals, tickStep);
      const fundMax = amountOf(request.fundMax, ZERO_ATOMS, decimals);
      if (fairPrice === undefined || fundMax === undefined) {
        const step = formatTrimmed(tickStep, priceDecimals);
        return refuse("invalid", `a price in steps of ${step}, and at most ${decimals} decimals`);
      }
      const feeOf = ({ fee, feeCurrency }: FillRow) =>
        feeCurrency === currency ? fee : ZERO_ATOMS;
      const bust = {
        ...({ kind: "bust_trade", instrument: instrument.index, tradeId: bought.tradeId } as const),
        ...{ buyer: bought.user, seller: sold.user, price: bought.price, size: bought.size },
        ...{ fairPrice: ticks(fairPrice), fundMax },
        ...{ buyerFee: feeOf(bought), sellerFee: feeOf(sold) },
      };
      const done = await submitChange(engine, { ...bust, reference });
      if (!("refused" in done)) return { done: { ...request, ...done } };
      if (done.reason !== "insufficient_available") return done;
      const payable = `${amountText(currency, payableOfGainer(state, bust))} ${code}`;
      const rest = "fundMax, the fund or the account of fees does not cover the rest";
      return { ...done, message: `the side that gained may move out ${payable} of it; ${rest}` };
    },
  };
}

function refundActions({
  engine,
}: Parts): Pick<CorrectionActions, "listRefundable" | "refundLiquidation"> {
  const { state } = engine;
  return {
    listRefundable(uid) {
      const user = ordinaryUserOf({ engine }, uid);
      if ("refused" in user) return user;
      const takes = state.fundTakes.all().filter((take) => take.user === user.index);
      return {
        done: takes.map((take) => {
          const { code = "", decimals = 0 } = state.currencies[take.currency] ?? {};
          return {
            liquidationId: wireId(take.liquidationId),
            coin: code,
            taken: formatTrimmed(take.taken, decimals),
            refunded: formatTrimmed(take.refunded, decimals),
            refundable: formatTrimmed(refundableOf(take), decimals),
            since: timeText(take.sinceMs),
          };
        }),
      };
    },
    async refundLiquidation({ reference, ...request }) {
      const user = ordinaryUserOf({ engine }, request.uid);
      if ("refused" in user) return user;
      const currency = engine.accounts.currency(request.coin);
      if (currency === undefined) return refuse("not_found", `no coin is called ${request.coin}`);
      const units = parseUnits(request.amount, currency.decimals);
      if (units === undefined || units === 0n || units > ATOMS_MAX) {
        return refuse(
          "invalid",
          `amount must be above zero, with at most ${currency.decimals} decimals`,
        );
      }
      const liquidationId = idOfWire(request.liquidationId);
      if (liquidationId === undefined) return refusalOf("liquidation_not_refundable");
      const done = await submitChange(engine, {
        ...{ kind: "refund_liquidation", user: user.index, currency: currency.index },
        ...{ liquidationId, wallet: request.wallet, amount: atoms(units), reference },
      });
      return "refused" in done ? done : { done: { ...request, ...done } };
    },
  };
}

/** Returns all administrative actions that correct earlier events. */
export function correctionActions(parts: Parts): CorrectionActions {
  return { ...tradeActions(parts), ...refundActions(parts) };
}
