/** Reads of what one user has open now: orders, plans, positions and loans. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { PositionRead, UserRead } from "../../core/reads/account-reads.ts";
import type { WebSocketGateway } from "../../gateway/websocket/websocket-gateway.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { UserReads } from "../../ops/user-read-port.ts";
import type { PositionState } from "../../ops/user-read-rows.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { entryPriceText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import { breakEvenText } from "../../wire/position-figures.ts";
import { positionTexts } from "../../wire/sizes.ts";
import { coinText, knownPriceText, rateE6Text, riskRateText } from "../../wire/texts.ts";
import type { Engine } from "../engine.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { loanStates } from "./loan-states.ts";
import { instrumentName, orderState, planState, timeText } from "./order-states.ts";
import { searchUsers, userDetail } from "./user-search.ts";

type Parts = {
  readonly engine: Pick<Engine, "accounts" | "live">;
  readonly sockets: Pick<WebSocketGateway, "sessionsOf">;
};

function positionState(
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

/** Returns the reads of what a user has open. */
export function userReads(parts: Parts): UserReads {
  const { accounts, live } = parts.engine;
  const of = <T>(uid: string, read: (user: UserRead) => T): AdminOutcome<T> => {
    const user = ordinaryUserOf(parts, uid);
    return "refused" in user ? user : { done: read(user) };
  };
  /** Rows of orders or plans with their instruments. */
  const listed = <Item extends { readonly instrument: number }, Row>(
    items: Iterable<Item>,
    rowOf: (accounts: LiveAccounts, instrument: Instrument, item: Item) => Row,
  ): Row[] =>
    Array.from(items).flatMap((item) => {
      const instrument = accounts.instrumentAt(item.instrument);
      return instrument === undefined ? [] : [rowOf(accounts, instrument, item)];
    });
  return {
    searchUsers: searchUsers(parts.engine),
    userDetail: (uid) =>
      of(uid, (user) => {
        const sessions = parts.sockets.sessionsOf(user.index).length;
        return { ...userDetail(parts.engine, user), sessions };
      }),
    openOrdersOf: (uid) => of(uid, ({ index }) => listed(live.orders.openOf(index), orderState)),
    openPlansOf: (uid) => of(uid, ({ index }) => listed(live.plans.of(index), planState)),
    positionsOf: (uid) =>
      of(uid, ({ index }) =>
        accounts.positions(index).map((position) => positionState(accounts, index, position)),
      ),
    loansOf: (uid) => of(uid, (user) => loanStates(accounts, user)),
  };
}
