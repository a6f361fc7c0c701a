/** Endpoints that list coins and instruments. */
import { Type } from "typebox";
import type { Realm } from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  Decimal,
  Flag,
  INSTRUMENT,
  Name,
  RealmOrLive,
  rowsOf,
  strict,
  Text,
  WholeNumber,
} from "../admin-fields.ts";
import { InstrumentRow } from "./instrument-endpoints.ts";

const CODE_LENGTH_MAX = 16;
const DECIMALS_MAX = 8;

const Code = Type.String({
  minLength: 1,
  maxLength: CODE_LENGTH_MAX,
  description: "2 to 16 upper-case letters and digits",
});
const Decimals = Type.Integer({ minimum: 0, maximum: DECIMALS_MAX });
const COIN_ROW = { code: Text, decimals: Decimals, isPractice: Flag };
const CoinRow = {
  ...COIN_ROW,
  chains: Type.Array(Text, { description: "chains with terms" }),
  instruments: Type.Integer({ description: "number of instruments with this coin" }),
};
const ZEC = { symbol: "ZECUSDT", category: "spot", base: "ZEC", quote: "USDT" } as const;

const LISTING_DEFAULTS = {
  realm: "live" as Realm,
  ...{ quote: undefined, marketSizeMax: undefined, notionalMin: undefined },
  ...{ leverageMin: undefined, leverageMax: undefined, fundingIntervalHours: undefined },
};

export const LISTING_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/coins",
    summary: "Lists coins",
    response: rowsOf(CoinRow),
    run: (actions) => answered(actions.listCoins()),
  }),
  adminEndpoint({
    method: "POST",
    path: "/coins",
    roles: ["risk"],
    summary: "Lists a coin",
    description:
      "`decimals` are those of its smallest unit and never change. The coin counts as no " +
      "margin, is not lent and has no chain until these are set. A practice coin exists only " +
      "for practice instruments; its code begins with S.",
    body: strict({ code: Code, decimals: Decimals, isPractice: Type.Optional(Flag) }),
    response: Type.Object(CoinRow),
    isCreating: true,
    example: { code: "ZEC", decimals: 8 },
    run: (actions, { body }) => actions.listCoin({ isPractice: false, ...body }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/instruments",
    roles: ["risk"],
    summary: "Lists an instrument, which is offline until it is opened",
    description:
      "Decimal texts in coins; of contracts that settle in their base coin, sizes are in US " +
      "dollars. Steps, `priceMax` and `listedFees` never change; fees can be lowered later. " +
      "The symbol is the base coin with what its category adds: `BTCUSDT` (spot, usdt_futures), " +
      "`BTCPERP` (usdc_futures), `BTCUSD` (coin_futures), with month and year in dated " +
      "contracts: `BTCUSDZ26`. The instrument gets careful guards and, as a contract, loss " +
      "limits. Set an index price and what else is to change, then set the status `online`. A " +
      "spot pair must be confirmed whose bands let MARGIN orders lose more than the margin of " +
      "their loans, as in `order-limits`.",
    body: strict({
      ...INSTRUMENT,
      realm: RealmOrLive,
      base: Name,
      quote: Type.Optional(
        Type.String({ maxLength: 64, description: "needed on spot, given by other categories" }),
      ),
      ...{ priceStep: Decimal, sizeStep: Decimal, sizeMin: Decimal, sizeMax: Decimal },
      marketSizeMax: Type.Optional(Decimal),
      notionalMin: Type.Optional(Decimal),
      listedFees: strict({ maker: Decimal, taker: Decimal }),
      ...{ buyBand: Decimal, sellBand: Decimal },
      leverageMin: Type.Optional(WholeNumber),
      leverageMax: Type.Optional(WholeNumber),
      fundingIntervalHours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 24, description: "1, 2, 4 or 8; 8 when absent" }),
      ),
    }),
    response: Type.Object(InstrumentRow),
    isCreating: true,
    example: {
      ...ZEC,
      ...{ priceStep: "0.01", sizeStep: "0.0001", sizeMin: "0.0001", sizeMax: "10000" },
      ...{ marketSizeMax: "2500", notionalMin: "1" },
      listedFees: { maker: "0.001", taker: "0.001" },
      ...{ buyBand: "0.05", sellBand: "0.05" },
    },
    confirm: (actions, { body }) =>
      actions.listsBeyondLoans({ ...LISTING_DEFAULTS, ...body }) ? "always" : "never",
    run: (actions, { body }) => actions.listInstrument({ ...LISTING_DEFAULTS, ...body }),
  }),
];
