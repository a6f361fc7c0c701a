import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { coinText } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES, type FuturesCategory } from "../../../wire/words/categories.ts";
import type { EndpointContext } from "../../http/endpoint.ts";
import { category, coin, symbol } from "../../http/fields.ts";
import { instrumentOf } from "../instrument-scope.ts";

const HOURS_SHOWN = 24;

const DAYS_SHOWN = 30;

export const RISK_RESERVE_FIELDS = {
  category: category(FUTURES_CATEGORIES),
  symbol: symbol(),
  marginCoin: Type.Optional(coin()),
};

export const fundPeriodRow = {
  amount: Type.String({ description: "What came in less what went out in the period" }),
  balance: Type.String({ description: "At its end" }),
  ts: Type.String({ description: "Its begin" }),
};

interface Named {
  readonly category: FuturesCategory;
  readonly symbol: string;
  readonly marginCoin?: string;
}

/**
 * Returns the contract whose insurance fund is requested; a margin coin must be that of the
 * contract.
 */
export function fundContract(context: EndpointContext, named: Named): Instrument {
  const instrument = instrumentOf(context, named.category, named.symbol);
  const { marginCoin } = named;
  if (marginCoin === undefined) return instrument;
  const known = context.exchange.accounts.currency(marginCoin);
  if (known?.index !== instrument.settle) throw context.errors.unknown("marginCoin");
  return instrument;
}

export async function fundPeriods(context: EndpointContext, instrument: Instrument, hours: 1 | 24) {
  const { accounts, history } = context.exchange;
  const { realm, settle } = instrument;
  const limit = hours === 1 ? HOURS_SHOWN : DAYS_SHOWN;
  const { rows } = await history.fundPeriods({ realm, currency: settle, hours, limit });
  const currency = accounts.currencyAt(settle);
  return {
    coin: currency?.code ?? "",
    records: rows.map(({ amount, balance, startMs }) => ({
      amount: coinText(currency, amount),
      balance: coinText(currency, balance),
      ts: String(startMs),
    })),
  };
}
