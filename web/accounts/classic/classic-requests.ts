/** Bodies of requests of v2 from what a person wrote: pure functions. */
import { newClientId } from "../client-id.ts";
import type { NewOrder, PositionSide, Side } from "../model.ts";

/** Members that have a text. */
export function present(
  members: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** Side words of v2: in hedge mode `side` is that of the position, and `tradeSide` the effect. */
export function sides(side: Side, positionSide: PositionSide | undefined): Record<string, string> {
  if (positionSide === undefined) return { side };
  const isOpening = (side === "buy") === (positionSide === "long");
  return {
    side: positionSide === "long" ? "buy" : "sell",
    tradeSide: isOpening ? "open" : "close",
  };
}

function loanType({ autoBorrow, autoRepay }: NewOrder): string {
  if (autoBorrow === true) return autoRepay === true ? "autoLoanAndRepay" : "autoLoan";
  return autoRepay === true ? "autoRepay" : "normal";
}

/** Path and body of a new order; `contract` are the members that name that of futures. */
export function placeRequest(
  order: NewOrder,
  contract: Readonly<Record<string, string>>,
): readonly [string, Record<string, string>] {
  const isLimit = order.type === "limit";
  const common = {
    orderType: order.type,
    price: isLimit ? order.price : undefined,
    force: isLimit ? (order.timeInForce ?? "gtc") : "gtc",
    stpMode: order.stpMode,
    clientOid: order.clientId ?? newClientId(),
  };
  if (order.category !== "spot") {
    const body = {
      ...common,
      ...contract,
      ...sides(order.side, order.positionSide),
      marginMode: order.marginMode,
      size: order.size,
      reduceOnly: order.reduceOnly === true && order.positionSide === undefined ? "YES" : undefined,
      presetStopSurplusPrice: order.takeProfit,
      presetStopLossPrice: order.stopLoss,
    };
    return ["/api/v2/mix/order/place-order", present(body)];
  }
  const { side, symbol } = order;
  if (order.marginMode === "spot") {
    const exits = {
      presetTakeProfitPrice: order.takeProfit,
      presetStopLossPrice: order.stopLoss,
    };
    const body = { ...common, ...exits, symbol, side, size: order.amount ?? order.size };
    return ["/api/v2/spot/trade/place-order", present(body)];
  }
  const sizes = { baseSize: order.size, quoteSize: order.amount, loanType: loanType(order) };
  const path = `/api/v2/margin/${order.marginMode}/place-order`;
  return [path, present({ ...common, ...sizes, symbol, side })];
}
