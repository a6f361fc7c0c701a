import { Type } from "typebox";
import { type Instrument, notionalAt } from "../../core/instruments/instrument.ts";
import { WHOLE_E6 } from "../../core/instruments/opening-limits.ts";
import { lots } from "../../core/money/units.ts";
import { faceText } from "../../wire/sizes.ts";
import { valueText } from "../../wire/texts.ts";
import type { ExchangeAccess } from "../exchange-access.ts";

function shareText(exchange: ExchangeAccess, instrument: Instrument): string {
  const share = instrument.limits.positionShare;
  if (share === WHOLE_E6) return "";
  const open = exchange.live.ticker(instrument.index)?.openInterest ?? 0;
  const most = lots(Number((BigInt(open) * BigInt(share)) / BigInt(WHOLE_E6)));
  if (instrument.isInverse) return faceText(instrument, most);
  const { mark } = exchange.accounts.prices(instrument);
  return valueText(exchange.accounts, instrument, notionalAt(instrument, mark, most));
}

/** What both versions say of the share of the open interest that one user may hold. */
export const OI_LIMIT = {
  summary: "How much of the open interest a user may hold",
  description:
    "notionalValue: the share of open interest at mark, in quote coin, that one user may hold " +
    "beyond the first position tier; empty without a limit. All together are not limited.",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
} as const;

export const oiLimitRow = Type.Object({
  symbol: Type.String(),
  notionalValue: Type.String(),
  totalNotionalValue: Type.String(),
});

/** Returns the row of a contract. */
export function oiLimitOf(exchange: ExchangeAccess, instrument: Instrument) {
  const notionalValue = shareText(exchange, instrument);
  return { symbol: instrument.symbol, notionalValue, totalNotionalValue: "" };
}
