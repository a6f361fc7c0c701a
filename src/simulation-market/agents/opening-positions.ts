import { lots, ticks } from "../../core/money/units.ts";
import type { AgentAccounts } from "./agent-accounts.ts";
import type { OrderDesk } from "./order-desk.ts";
import { sizeOfValue } from "./order-size.ts";
import type { RealmUsers, TradedInstrument } from "./traded-instrument.ts";

/** Open interest of a new contract in hours of its average turnover. */
const HOURS_OF_TURNOVER = 1;
const HOURS_PER_DAY = 24;
/**
 * Until the depth of the book is known, the open interest of all users may be one largest order
 * (decision 0037): the holders take a part of it.
 */
const LIMIT_DIVISOR = 2;

/**
 * Gives a futures contract its first open interest: a holder buys from another one at the fair
 * price, while the book is empty. Does nothing in a contract in which the holders have positions.
 */
export function openPositions(
  traded: TradedInstrument,
  users: RealmUsers,
  { accounts, desk }: { readonly accounts: AgentAccounts; readonly desk: OrderDesk },
): void {
  const { fairTicks, facts, product, profile } = traded;
  const { "long-holder": long, "short-holder": short } = users;
  if (product === "spot" || fairTicks <= 0) return;
  const isHeld = [long, short].some((user) => accounts.position(user, facts.index) !== 0);
  if (isHeld) return;
  const price = ticks(Math.max(1, Math.round(fairTicks)));
  const value = (HOURS_OF_TURNOVER * profile.dailyTurnover) / HOURS_PER_DAY;
  const size = lots(
    Math.min(sizeOfValue(facts, { value, price }), Math.floor(facts.sizeLotsMax / LIMIT_DIVISOR)),
  );
  const order = { instrument: facts.index, price, size } as const;
  desk.place({ ...order, user: short, side: "sell" }, (resting) => {
    if (resting?.isOpen === true) desk.cancel(resting);
  });
  desk.place({ ...order, user: long, side: "buy", timeInForce: "ioc" });
}
