import { Type } from "typebox";
import { type Instrument, notionalAt } from "../../../core/instruments/instrument.ts";
import { WHOLE_E6 } from "../../../core/instruments/opening-limits.ts";
import { lots } from "../../../core/money/units.ts";
import { sizeText, valueText } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";

function shareText(exchange: ExchangeAccess, instrument: Instrument): string {
  const share = instrument.limits.positionShare;
  if (share === WHOLE_E6) return "";
  const open = exchange.live.ticker(instrument.index)?.openInterest ?? 0;
  const most = lots(Number((BigInt(open) * BigInt(share)) / BigInt(WHOLE_E6)));
  if (instrument.isInverse) return sizeText(instrument, most);
  const { mark } = exchange.accounts.prices(instrument);
  return valueText(exchange.accounts, instrument, notionalAt(instrument, mark, most));
}

export const getOiLimit = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/oi-limit"],
  version: "v3",
  summary: "How much of the open interest a user may hold",
  description:
    "notionalValue: the share of open interest at mark, in quote coin, that one user may hold " +
    "beyond the first position tier; empty without a limit. All together are not limited.",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    category: category(FUTURES_CATEGORIES),
    symbol: Type.Optional(symbol()),
  }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      notionalValue: Type.String(),
      totalNotionalValue: Type.String(),
    }),
  ),
  handle(context, request) {
    return instrumentsOf(context, request.category, request.symbol).map((instrument) => ({
      symbol: instrument.symbol,
      notionalValue: shareText(context.exchange, instrument),
      totalNotionalValue: "",
    }));
  },
});
