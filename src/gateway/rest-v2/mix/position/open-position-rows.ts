import type { PositionRead } from "../../../../core/reads/account-reads.ts";
import { positionRow } from "../../../../wire/v2/position-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";

/** Returns rows of the caller's open positions that match `accepts`. */
export function openPositionRows(
  context: PrivateContext,
  accepts: (position: PositionRead) => boolean,
) {
  const { accounts, live } = context.exchange;
  const user = context.principal.userIndex;
  const owner = {
    user,
    openOrders: [...live.orders.openOf(user)],
    plans: live.plans.of(user),
    timeMs: live.timeMs,
  };
  const positions = accounts.positions(user).filter(accepts);
  return positions.map((position) => positionRow(accounts, owner, position));
}
