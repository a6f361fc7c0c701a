/** Arrangement of the trade screen, kept among the preferences. */
import { prefer, preferences, type TradeLayout } from "./preferences.ts";

const DEFAULTS: TradeLayout = {
  ticketWidth: 300,
  bookWidth: 280,
  accountHeight: 210,
  isSwapped: false,
  isBookHidden: false,
  areTradesBelow: false,
  chartView: "chart",
};

/** Returns the arrangement with the changes of the user. */
export function tradeLayout(): TradeLayout {
  return { ...DEFAULTS, ...preferences().layout };
}

/** Changes the arrangement and keeps it. */
export function arrange(changed: Partial<TradeLayout>): void {
  prefer({ layout: { ...preferences().layout, ...changed } });
}

/** Returns to the default arrangement. */
export function resetLayout(): void {
  prefer({ layout: {} });
}
