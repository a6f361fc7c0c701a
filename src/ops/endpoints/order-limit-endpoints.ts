/** Endpoints of the limits of single orders (decision 0096). */
import { Type } from "typebox";
import { adminEndpoint } from "../admin-endpoint.ts";
import {
  amount,
  Decimal,
  INSTRUMENT,
  INSTRUMENT_ROW,
  RealmOrLive,
  SIZE_UNIT,
  strict,
} from "../admin-fields.ts";

const LIVE = { realm: "live" } as const;
const BTC_SPOT = { symbol: "BTCUSDT", category: "spot" } as const;

/** Members of a response that tell the order limits of an instrument. */
export const ORDER_LIMITS = {
  ...{ sizeMin: amount(SIZE_UNIT), sizeMax: amount(SIZE_UNIT) },
  marketSizeMax: amount("largest size of a market order"),
  notionalMin: amount('smallest price times size in quote coin; "0" on inverse contracts'),
  buyBand: amount('distance of a buy price above the reference: "0.05" is 5 %'),
  sellBand: amount("distance of a sell price below the reference"),
};
const ORDER_LIMITS_CHANGE = {
  sizeMin: Type.Optional(Decimal),
  sizeMax: Type.Optional(Decimal),
  marketSizeMax: Type.Optional(Decimal),
  notionalMin: Type.Optional(Decimal),
  buyBand: Type.Optional(Decimal),
  sellBand: Type.Optional(Decimal),
};

export const ORDER_LIMIT_ENDPOINTS = [
  adminEndpoint({
    method: "PUT",
    path: "/instruments/order-limits",
    roles: ["risk"],
    summary: "Sets price bands and the smallest and largest orders of an instrument",
    description:
      "The limits apply to orders and amendments from now on, and to plans when they fire. " +
      "Resting orders, plans and positions stay as they are. Orders that can only close a " +
      "position keep the minima of the listing if those are lower. Sizes are multiples of the " +
      "size step; those of inverse contracts count their face. Prices of buys are at most the " +
      "mark price (on spot the reference price) × (1 + `buyBand`), of sells at least × (1 − " +
      "`sellBand`), and market orders trade no farther. The steps of prices and sizes never " +
      "change. Absent members keep their value. A wider band of a spot instrument must be " +
      "confirmed if a MARGIN order at its edge could lose more than the margin of its loan: " +
      "from `buyBand` × (leverage − 1) = 1 or `sellBand` × leverage = 1 on, with the largest " +
      "leverage of the loan.",
    body: strict({ ...INSTRUMENT, realm: RealmOrLive, ...ORDER_LIMITS_CHANGE }),
    response: Type.Object({ ...INSTRUMENT_ROW, ...ORDER_LIMITS }),
    example: { ...BTC_SPOT, marketSizeMax: "20", buyBand: "0.03", sellBand: "0.03" },
    confirm: (actions, { body }) =>
      actions.isBeyondLoanMargin({ ...LIVE, ...body }) ? "always" : "never",
    run: (actions, { body }) => actions.setOrderLimits({ ...LIVE, ...body }),
  }),
];
