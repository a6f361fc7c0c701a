/** Commands by which an exchange grows: users with one coin each, and resting orders of theirs. */
import type { CommandDraft } from "../src/core/commands/commands.ts";
import { atoms, lots, type Ticks, ticks } from "../src/core/money/units.ts";
import { placeOrderOf } from "../src/simulation-market/market-port.ts";
import { CENTRE, type MixRandom } from "./order-mix.ts";

const CREDIT = 100_000_000_000n;
/** Orders rest up to so many ticks from the middle. */
const REACH_TICKS = 20_000;
const USER_TERMS = { accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 0 } as const;

function isBuyer(user: number): boolean {
  return user % 2 === 0;
}

/** A price on the side of a user's order, at a random distance from the middle. */
export function priceOf(user: number, random: MixRandom): Ticks {
  const distance = 1 + random.below(REACH_TICKS);
  return ticks(isBuyer(user) ? CENTRE - distance : CENTRE + distance);
}

export function clientIdOf(user: number): string {
  return `order-of-${user}`;
}

export function createUser(user: number): CommandDraft {
  return { kind: "create_user", ...USER_TERMS, name: `user-${user}` };
}

/** Credits a user with the coin that its orders pay with. */
export function creditUser(user: number): CommandDraft {
  const currency = isBuyer(user) ? 0 : 1;
  return { kind: "credit", user, wallet: "spot", currency, amount: atoms(CREDIT) };
}

/** Places an order of a user that rests, without a client id unless one is given. */
export function restOrder(user: number, random: MixRandom, clientOrderId = ""): CommandDraft {
  const side = isBuyer(user) ? "buy" : "sell";
  const price = priceOf(user, random);
  const order = placeOrderOf({ user, instrument: 0, side, price, size: lots(10) });
  return { ...order, clientOrderId } as CommandDraft;
}
