import type { AccountClient } from "../../accounts/account-client.ts";
import { counted } from "../../numbers/counted.ts";
import { short } from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";
import type { Act } from "./confirmation.tsx";
import { notionalText, ofMarket, remainingText, sumsByCoin } from "./figures.ts";
import { instrumentOf } from "./tab-props.ts";

/** Returns the act that cancels the open orders of an instrument, or all. */
export function cancelAllAct(client: AccountClient, instrument: Instrument | undefined): Act {
  const orders = ofMarket(client.state.orders(), instrument?.key);
  const values = orders.map((order) => {
    const coin = instrumentOf(order)?.quote ?? "";
    const value =
      order.amount === "" ? notionalText(order.price, remainingText(order)) : order.amount;
    return [coin, value] as const;
  });
  const where = instrument === undefined ? "all markets" : instrument.symbol;
  return {
    title: `Cancel all orders of ${where}?`,
    figures: [
      ["Orders", String(orders.length)],
      ["Buy orders", String(orders.filter(({ side }) => side === "buy").length)],
      ["Sell orders", String(orders.filter(({ side }) => side === "sell").length)],
      ...sumsByCoin(values).map(([coin, sum]) => [`Value left in ${coin}`, short(sum, 2)] as const),
    ],
    button: `Cancel ${counted(orders.length, "order")}`,
    run: () => client.cancelAll(instrument),
    done: `Cancelled the orders of ${where}`,
  };
}
