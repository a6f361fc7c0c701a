/** What makes resting orders on margin lose against the index, and what then meets them. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { NaiveOrder } from "../naive/naive-records.ts";
import { draft } from "./draft.ts";
import type { Draws } from "./draws.ts";
import { PRICED_INSTRUMENTS } from "./founding.ts";

/** Resting orders on margin in instruments with an index. */
function marginOrders(draws: Draws): NaiveOrder[] {
  return draws.state.orders.filter(
    ({ backing, instrument, place }) =>
      backing !== "default" && place !== undefined && PRICED_INSTRUMENTS.includes(instrument),
  );
}

/** An index price that a resting order on margin lies on the wrong side of, by up to a third. */
export function adverseIndex(draws: Draws): CommandDraft | undefined {
  const { random } = draws;
  const orders = marginOrders(draws);
  if (orders.length === 0) return undefined;
  const { instrument, price, side } = random.pick(orders);
  const percent = random.between(1, 33);
  const index = side === "buy" ? price * (100 - percent) : price * (100 + percent);
  const prices = [Math.max(120, Math.floor(index / 100))];
  return draft("set_index_prices", { instruments: [instrument], prices });
}

/** A spot order that meets a resting order on margin that the index has moved away from. */
export function meetingOrder(draws: Draws): DraftOf<"place_order"> | undefined {
  const { random, state } = draws;
  const orders = marginOrders(draws).filter(({ instrument, price, side }) => {
    const { indexPrice } = state.instrumentAt(instrument);
    return side === "buy" ? price > indexPrice : price < indexPrice;
  });
  if (orders.length === 0) return undefined;
  const { instrument, price, side, size } = random.pick(orders);
  return draft("place_order", {
    user: draws.traderOf(state.instrumentAt(instrument)),
    instrument,
    side: side === "buy" ? "sell" : "buy",
    orderType: "limit",
    timeInForce: random.weighted({ gtc: 50, ioc: 30, fok: 20, post_only: 0 }),
    positionSide: "net",
    reduceOnly: false,
    stpMode: "none",
    price,
    size: random.pick([size, Math.ceil(size / 2), size + random.below(9)]),
    quoteAmount: 0n,
    clientOrderId: "",
    source: "api",
    exits: undefined,
    margin: undefined,
    opening: undefined,
  });
}
