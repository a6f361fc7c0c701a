import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { category, coin, symbol } from "../../http/fields.ts";
import {
  FUTURES_CATEGORIES,
  type FuturesCategory,
  instrumentOf,
  instrumentsOf,
} from "../instrument-scope.ts";

const HOURS_SHOWN = 24;
const DAYS_SHOWN = 30;

const REQUEST = {
  category: category(FUTURES_CATEGORIES),
  symbol: symbol(),
  marginCoin: Type.Optional(coin()),
};

const periodRow = {
  amount: Type.String({ description: "What came in less what went out in the period" }),
  balance: Type.String({ description: "At its end" }),
  ts: Type.String({ description: "Its begin" }),
};

interface Named {
  readonly category: FuturesCategory;
  readonly symbol: string;
  readonly marginCoin?: string;
}

/** The contract whose coin's fund is asked for; a margin coin must be the contract's. */
function contractOf(context: EndpointContext, named: Named): Instrument {
  const instrument = instrumentOf(context, named.category, named.symbol);
  const { marginCoin } = named;
  if (marginCoin === undefined) return instrument;
  const known = context.exchange.accounts.currency(marginCoin);
  if (known?.index !== instrument.settle) throw context.errors.unknown("marginCoin");
  return instrument;
}

async function periodsOf(context: EndpointContext, instrument: Instrument, hours: 1 | 24) {
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

export const getRiskReserve = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/risk-reserve"],
  version: "v3",
  summary: "Balance of the insurance fund behind a contract, and its last 30 days with movements",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(REQUEST),
  response: Type.Object({
    totalBalance: Type.String(),
    coin: Type.String(),
    riskReserveRecords: Type.Array(
      Type.Object({ type: Type.String({ description: "in or out, on balance" }), ...periodRow }),
    ),
  }),
  async handle(context, request) {
    const instrument = contractOf(context, request);
    const { accounts } = context.exchange;
    const { realm, settle } = instrument;
    const { coin: code, records } = await periodsOf(context, instrument, 24);
    return {
      totalBalance: coinText(accounts.currencyAt(settle), accounts.fund(realm, settle)),
      coin: code,
      riskReserveRecords: records.map((row) => ({
        type: row.amount.startsWith("-") ? "out" : "in",
        ...row,
      })),
    };
  },
});

export const getRiskReserveHour = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/risk-reserve-hour"],
  version: "v3",
  summary: "The last 24 hours with movements of the insurance fund behind a contract",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(REQUEST),
  response: Type.Object({
    coin: Type.String(),
    riskReserveRecords: Type.Array(Type.Object(periodRow)),
  }),
  async handle(context, request) {
    const { coin: code, records } = await periodsOf(context, contractOf(context, request), 1);
    return { coin: code, riskReserveRecords: records };
  },
});

export const getRiskReserveAll = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/risk-reserve-all"],
  version: "v3",
  summary: "The insurance funds of a category, each with the contracts that it stands behind",
  access: { kind: "public" },
  limit: { perSecond: 3, per: "ip" },
  request: Type.Object({ category: category(FUTURES_CATEGORIES) }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        symbols: Type.Array(Type.String()),
        coin: Type.String(),
        balance: Type.String(),
      }),
    ),
  }),
  handle(context, request) {
    const { accounts } = context.exchange;
    const symbols = new Map<number, string[]>();
    for (const one of instrumentsOf(context, request.category, undefined)) {
      const known = symbols.get(one.settle);
      if (known === undefined) symbols.set(one.settle, [one.symbol]);
      else known.push(one.symbol);
    }
    return {
      list: [...symbols].map(([settle, of]) => {
        const currency = accounts.currencyAt(settle);
        const balance = coinText(currency, accounts.fund(context.realm, settle));
        return { symbols: of, coin: currency?.code ?? "", balance };
      }),
    };
  },
});
