/** Positions as the operator reads them. */
import type { PositionRead } from "../../core/reads/account-reads.ts";
import type { PositionState } from "../../ops/user-read-rows.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { entryPriceText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import { breakEvenText } from "../../wire/position-figures.ts";
import { positionTexts } from "../../wire/sizes.ts";
import { coinText, knownPriceText, rateE6Text, riskRateText } from "../../wire/texts.ts";
import { instrumentName } from "./order-states.ts";
import { timeText } from "./times.ts";

/** Returns an open position of a user with its critical prices. */
export function positionState(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
): PositionState {
  const { instrument, isHedge, leverage, marginMode, positionSide: side } = position;
  const { bankruptcyPrice, liquidationPrice, risk } = accounts.outlook(user, position);
  const settle = accounts.currencyAt(instrument.settle);
  const { available, total } = positionTexts(instrument, position);
  return {
    positionId: wireId(position.positionId),
    ...instrumentName(instrument),
    ...{ side, isHedge, size: total, closable: available },
    entryPrice: entryPriceText(accounts, instrument, position),
    markPrice: knownPriceText(instrument, position.mark),
    breakEvenPrice: breakEvenText(position),
    marginCoin: settle?.code ?? "",
    unrealisedPnl: coinText(settle, position.unrealisedPnl),
    realisedPnl: coinText(settle, position.realisedPnl),
    funding: coinText(settle, position.funding),
    fees: coinText(settle, position.openFee + position.closeFee),
    ...{ marginMode, leverage, margin: coinText(settle, position.margin) },
    maintenanceRate: rateE6Text(position.maintenanceRate),
    marginRatio: riskRateText(risk),
    liquidationPrice: knownPriceText(instrument, liquidationPrice),
    bankruptcyPrice: knownPriceText(instrument, bankruptcyPrice),
    openedAt: timeText(position.openedAtMs),
  };
}
