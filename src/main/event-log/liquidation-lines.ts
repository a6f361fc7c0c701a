/** Lines of liquidations, deleveraging, insurance funds and forced ends of loans. */
import { idText } from "../../core/base/id-text.ts";
import type { LiquidationScope } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import { rateE6Text, usdE8Text } from "../../wire/texts.ts";
import type { LineFacts } from "./line-facts.ts";
import type { LineContext, LineWriters } from "./line-writer.ts";

/** Liquidations remembered at most; beyond it the oldest is forgotten. */
const LIQUIDATIONS_MAX = 10_000;

type Figures = { readonly equity: bigint; readonly maintenance: bigint };

/** Figures of an account; those of a unified one are in US dollars. */
function figures(
  facts: LineFacts,
  scope: LiquidationScope,
  currency: number,
  { equity, maintenance }: Figures,
): object {
  if (scope === "unified") {
    return { coin: "USD", equity: usdE8Text(equity), maintenance: usdE8Text(maintenance) };
  }
  const text = (amount: bigint): string => facts.amount(currency, amount);
  return { coin: facts.coin(currency), equity: text(equity), maintenance: text(maintenance) };
}

function remember({ liquidated }: LineContext, id: number, user: number): void {
  if (liquidated.size >= LIQUIDATIONS_MAX) {
    const oldest = liquidated.keys().next().value;
    if (oldest !== undefined) liquidated.delete(oldest);
  }
  liquidated.set(id, user);
}

/** What a closing order came to: its prices, profit and loss. */
function resultOf({ facts, fills }: LineContext, orderId: number, instrument: number): object {
  const fill = fills.of(orderId);
  if (fill === undefined) return {};
  const settle = facts.settleOf(instrument);
  return {
    fillPriceMin: facts.price(instrument, fill.priceMin),
    fillPriceMax: facts.price(instrument, fill.priceMax),
    realisedPnl: facts.amount(settle, fill.realisedPnl),
    coin: facts.coin(settle),
  };
}

function fundFields(event: EventOf<"fund_moved">, facts: LineFacts): object {
  const { amount, currency, fundBalance, liquidationId, user } = event;
  return {
    ...(liquidationId === 0 ? {} : { liquidationId: idText(liquidationId) }),
    ...facts.user(user),
    ...facts.realm(user),
    coin: facts.coin(currency),
    amount: facts.amount(currency, amount),
    fundBalance: facts.amount(currency, fundBalance),
  };
}

export const LIQUIDATION_LINES: LineWriters = {
  liquidation_started(event, context) {
    const { facts, lines } = context;
    const { currency, instrument, liquidationId, mark, positionSide, scope, user } = event;
    remember(context, liquidationId, user);
    const position =
      instrument === 0 ? {} : { side: positionSide, markPrice: facts.price(instrument - 1, mark) };
    lines.of(user).warn({
      event: "liquidation_started",
      liquidationId: idText(liquidationId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ scope, wallet: event.wallet, ...figures(facts, scope, currency, event) },
      ...{ ...facts.marketBehind(instrument), ...position },
    });
  },

  position_liquidated(event, context) {
    const { facts, lines } = context;
    const { instrument, liquidationId, mark, orderId, positionSide, price, size, user } = event;
    lines.of(user).warn({
      event: "position_liquidated",
      liquidationId: idText(liquidationId),
      ...facts.user(user),
      ...facts.market(instrument),
      ...{ side: positionSide, step: event.step, taker: event.taker, orderId: idText(orderId) },
      size: facts.size(instrument, size),
      price: facts.price(instrument, price),
      markPrice: facts.price(instrument, mark),
      ...resultOf(context, orderId, instrument),
    });
  },

  position_deleveraged(event, context) {
    const { facts, liquidated, lines } = context;
    const { instrument, liquidationId, mark, orderId, positionSide, price, size, user } = event;
    const counterparty = liquidated.get(liquidationId);
    const counterpart = counterparty === undefined ? {} : facts.user(counterparty);
    lines.of(user).warn({
      event: "position_deleveraged",
      liquidationId: idText(liquidationId),
      ...facts.user(user),
      ...("uid" in counterpart ? { counterpartyUid: counterpart.uid } : {}),
      ...facts.market(instrument),
      ...{ side: positionSide, reason: event.reason, orderId: idText(orderId) },
      size: facts.size(instrument, size),
      price: facts.price(instrument, price),
      markPrice: facts.price(instrument, mark),
      ...resultOf(context, orderId, instrument),
    });
  },

  liquidation_ended(event, { facts, liquidated, lines }) {
    const { liquidationId, outcome, user } = event;
    liquidated.delete(liquidationId);
    lines.of(user).warn({
      event: "liquidation_ended",
      liquidationId: idText(liquidationId),
      ...facts.user(user),
      ...facts.realm(user),
      outcome,
    });
  },

  fund_moved(event, { facts, lines }) {
    const { reason, user } = event;
    if (reason === "fees") return;
    const fields = fundFields(event, facts);
    if (reason === "surplus") {
      lines.of(user).info({ event: "insurance_fund_received", ...fields });
    } else if (reason === "shortfall") {
      lines.of(user).warn({ event: "insurance_fund_paid", ...fields });
    } else {
      lines.warn({ event: "insurance_fund_backstopped", ...fields });
    }
  },

  unwind_started(event, { facts, lines }) {
    const { currency, isForced, riskE6, unwindId, user } = event;
    if (!isForced) return;
    lines.of(user).warn({
      event: "margin_liquidation_started",
      unwindId: idText(unwindId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ wallet: event.wallet, ...facts.marketBehind(event.instrument) },
      riskRate: rateE6Text(riskE6),
      coin: facts.coin(currency),
      assets: facts.amount(currency, event.assets),
      debts: facts.amount(currency, event.debts),
    });
  },

  unwind_ended(event, { facts, lines }) {
    const { isForced, outcome, unwindId, user } = event;
    if (!isForced) return;
    lines.of(user).warn({
      event: "margin_liquidation_ended",
      unwindId: idText(unwindId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ wallet: event.wallet, ...facts.marketBehind(event.instrument), outcome },
    });
  },

  loan_covered({ coverId, currency, instrument, user, ...event }, { facts, lines }) {
    lines.of(user).warn({
      event: "loan_loss_covered",
      coverId: idText(coverId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ wallet: event.wallet, ...facts.marketBehind(instrument) },
      coin: facts.coin(currency),
      fundPaid: facts.amount(currency, event.fundPaid),
      poolLost: facts.amount(currency, event.writtenOff),
      interestDropped: facts.amount(currency, event.interestDropped),
    });
  },

  debt_exchanged({ fromCurrency, liquidationId, toCurrency, user, ...event }, { facts, lines }) {
    if (liquidationId === 0) return;
    lines.of(user).warn({
      event: "debt_repaid_by_force",
      liquidationId: idText(liquidationId),
      ...facts.user(user),
      ...facts.realm(user),
      coin: facts.coin(toCurrency),
      amount: facts.amount(toCurrency, event.toAmount),
      soldCoin: facts.coin(fromCurrency),
      soldAmount: facts.amount(fromCurrency, event.fromAmount),
    });
  },

  pledged_loan_forced({ currency, loanId, pledgeCurrency, user, ...event }, { facts, lines }) {
    const text = (amount: bigint): string => facts.amount(currency, amount);
    lines.of(user).warn({
      event: "pledged_loan_liquidated",
      loanId: idText(loanId),
      ...facts.user(user),
      ...facts.realm(user),
      ...{ reason: event.reason, ratio: rateE6Text(event.rateE6), coin: facts.coin(currency) },
      repaid: text(event.principalPart + event.interestPart),
      fundPaid: text(event.fundPaid),
      poolLost: text(event.writtenOff),
      pledgeCoin: facts.coin(pledgeCurrency),
      pledgeUsed: facts.amount(pledgeCurrency, event.pledgeUsed),
    });
  },

  unit_liquidation_changed({ isLiquidating, ratioE6, unit }, { facts, lines }) {
    const fields = { ...facts.user(unit), ...facts.realm(unit), ratio: rateE6Text(ratioE6) };
    if (isLiquidating) lines.of(unit).warn({ event: "unit_liquidation_started", ...fields });
    else lines.of(unit).warn({ event: "unit_liquidation_ended", ...fields });
  },
};
