/** Reads of what one user has open now: orders, plans, positions and loans. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { UserRead } from "../../core/reads/account-reads.ts";
import type { WebSocketGateway } from "../../gateway/websocket/websocket-gateway.ts";
import type { AdminOutcome } from "../../ops/admin-outcome.ts";
import type { UserReads } from "../../ops/user-read-port.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { Engine } from "../engine.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { loanStates } from "./loan-states.ts";
import { orderState, planState } from "./order-states.ts";
import { positionState } from "./position-states.ts";
import { searchUsers, userDetail } from "./user-search.ts";

type Parts = {
  readonly engine: Pick<Engine, "accounts" | "live">;
  readonly sockets: Pick<WebSocketGateway, "sessionsOf">;
};

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
