/** Endpoints of instruments: prices, funding, deliveries, tiers, limits and guards. */
import { Type } from "typebox";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  amount,
  Decimal,
  Flag,
  INSTRUMENT,
  INSTRUMENT_ROW,
  InstrumentBody,
  IsoTime,
  Name,
  RealmOrLive,
  rowsOf,
  SignedDecimal,
  strict,
  Text,
  text,
  WholeNumber,
} from "../admin-fields.ts";

/** Exceeds the limits of the core, which reports its own limit precisely. */
const TIERS_MAX = 100;
/** Largest number of prices in one request. */
const POSTED_MAX = 256;

const OF_INSTRUMENT = { ...INSTRUMENT, realm: RealmOrLive };
const Count = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const LIVE = { realm: "live" } as const;
const BTC = { symbol: "BTCUSDT", category: "usdt_futures" } as const;
const BTC_SPOT = { symbol: "BTCUSDT", category: "spot" } as const;

const PositionTier = {
  valueMax: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "largest value of a position in the tier, in whole quote coins",
  }),
  leverageMax: WholeNumber,
  maintenanceRate: Decimal,
};
const OPENING_LIMITS = {
  feeUpRatio: Type.Optional(Decimal),
  costUpRatio: Type.Optional(Decimal),
  positionShare: Type.Optional(Decimal),
  symbolOrdersMax: Type.Optional(Count),
  productOrdersMax: Type.Optional(Count),
  positionsMax: Type.Optional(Count),
  opensUntil: Type.Optional(Type.String({ maxLength: 32 })),
};
const GUARDS = {
  markCap: Type.Optional(Decimal),
  markStep: Type.Optional(Decimal),
  impactUnits: Type.Optional(WholeNumber),
  referenceStep: Type.Optional(Decimal),
};
const LOSS_LIMITS = {
  fundDrawMax: Type.Optional(Decimal),
  openInterestFactor: Type.Optional(Decimal),
  positionFactor: Type.Optional(Decimal),
  openInterestFloor: Type.Optional(Decimal),
  positionFloor: Type.Optional(Decimal),
};
const FUNDING = {
  intervalHours: Type.Integer({ minimum: 1, maximum: 24 }),
  rateMin: SignedDecimal,
  rateMax: SignedDecimal,
};

export const PRICE_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/index-prices",
    summary: "Lists index prices",
    response: rowsOf({
      ...INSTRUMENT_ROW,
      price: amount("in quote coin"),
      at: text("ISO time of its arrival; empty before the first price"),
      isFresh: Type.Boolean({ description: "functions that depend on a stale price pause" }),
      isHeld: Type.Boolean({ description: "whether the operator set it, until it is released" }),
    }),
    run: (actions) => answered(actions.listIndexPrices()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/index-prices",
    roles: ["risk"],
    summary: "Sets and holds an index price",
    description:
      "The price stays, whatever the sources report and over restarts, until it is released. A " +
      "price more than 10 % from the present index must be confirmed.",
    body: strict({ ...OF_INSTRUMENT, price: Decimal }),
    response: Type.Object({ ...INSTRUMENT_ROW, price: Text }),
    example: { ...BTC_SPOT, price: "61700" },
    confirm: (actions, { body }) => (actions.isFarPrice({ ...LIVE, ...body }) ? "always" : "never"),
    run: (actions, { body }) => actions.setIndexPrice({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/index-prices/release",
    roles: ["risk"],
    summary: "Releases a held index price",
    body: InstrumentBody,
    response: Type.Object(INSTRUMENT_ROW),
    example: BTC_SPOT,
    run: (actions, { body }) => actions.releaseIndexPrice({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/price-sources",
    summary: "Lists price sources and their prices",
    response: rowsOf({
      name: Text,
      rank: text("fresh sources of the first rank that has any are combined"),
      weight: Type.Number(),
      prices: rowsOf({ coin: Text, price: amount("in US dollars"), at: IsoTime, isFresh: Flag }),
    }),
    run: (actions) => answered(actions.listPriceSources()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/price-sources/:name",
    roles: ["risk"],
    summary: "Posts prices to a source",
    description:
      "The source was named with `--price-source`. Prices are in US dollars with at most 8 " +
      "decimals, and are stale after 10 s. The index of a pair is the price of its base coin " +
      "divided by that of its quote coin: it does not move while no source has a fresh price " +
      "of either.",
    params: Type.Object({ name: Name }),
    body: strict({
      prices: Type.Array(strict({ coin: Name, price: Decimal }), {
        minItems: 1,
        maxItems: POSTED_MAX,
      }),
    }),
    response: Type.Object({
      taken: Type.Integer({ description: "number of prices taken" }),
      unknown: Type.Array(Type.String(), {
        description: "coins of no listed instrument, whose prices were left out",
      }),
    }),
    example: { prices: [{ coin: "BTC", price: "61700.12" }] },
    run: (actions, { body, params }) => actions.postPrices(params.name, body.prices),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/deliveries",
    roles: ["risk"],
    summary: "Schedules a delivery",
    description:
      "Turns a futures contract into a dated one, or moves a delivery that has not begun: " +
      "trading ends at that ISO time, and positions close at the average index of the last hour.",
    body: strict({ ...OF_INSTRUMENT, deliveryTime: Type.String({ maxLength: 32 }) }),
    response: Type.Object({ ...INSTRUMENT_ROW, deliveryTime: IsoTime }),
    example: { ...BTC, symbol: "ADAUSDT", deliveryTime: "2099-12-31T08:00:00Z" },
    run: (actions, { body }) => actions.scheduleDelivery({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/funding-terms",
    roles: ["risk"],
    summary: "Sets terms of funding",
    description:
      "Of one perpetual: interval, bounds of the rate of one interval, and size of impact prices " +
      '("0": derived from the largest leverage).',
    body: strict({ ...OF_INSTRUMENT, ...FUNDING, impactSize: Type.Optional(Decimal) }),
    response: Type.Object({ ...INSTRUMENT_ROW, ...FUNDING, impactSize: Text }),
    example: { ...BTC, intervalHours: 8, rateMin: "-0.003", rateMax: "0.003", impactSize: "0" },
    run: (actions, { body }) => actions.setFundingTerms({ ...LIVE, impactSize: "0", ...body }),
  }),
];

export const RISK_LIMIT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/position-tiers",
    summary: "Lists tiers of positions",
    response: rowsOf({ ...INSTRUMENT_ROW, tiers: rowsOf(PositionTier) }),
    run: (actions) => answered(actions.listPositionTiers()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/position-tiers",
    roles: ["risk"],
    summary: "Sets tiers of positions of a contract",
    body: strict({
      ...OF_INSTRUMENT,
      tiers: Type.Array(strict(PositionTier), { maxItems: TIERS_MAX }),
    }),
    response: Type.Object({ ...INSTRUMENT_ROW, tiers: rowsOf(PositionTier) }),
    confirm: () => "if_liquidating",
    example: {
      ...BTC,
      tiers: [{ valueMax: 1_000_000_000, leverageMax: 50, maintenanceRate: "0.01" }],
    },
    run: (actions, { body }) => actions.setPositionTiers({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/opening-limits",
    roles: ["risk"],
    summary: "Sets bounds of opening in a contract",
    description:
      "`feeUpRatio` and `costUpRatio` are buffers (`0.01` is 1 %), `positionShare` is the " +
      'largest share of the open interest of one user ("1": no limit). From the ISO time ' +
      "`opensUntil` positions can only be closed; empty for never. Absent members keep their " +
      "value.",
    body: strict({ ...OF_INSTRUMENT, ...OPENING_LIMITS }),
    response: Type.Object({ ...INSTRUMENT_ROW, ...OPENING_LIMITS }),
    example: { ...BTC, positionShare: "0.25" },
    run: (actions, { body }) => actions.setOpeningLimits({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/price-guards",
    summary: "Lists what keeps prices from being steered",
    response: rowsOf({
      ...INSTRUMENT_ROW,
      markCap: Text,
      markStep: Text,
      impactUnits: Type.Integer(),
      referenceStep: Text,
      indexPrice: Text,
      markPrice: Text,
      lastPrice: Text,
      referencePrice: text("reference of the price bands"),
    }),
    run: (actions) => answered(actions.listPriceGuards()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/price-guards",
    roles: ["risk"],
    summary: "Sets guards of the prices of an instrument",
    description:
      "Futures: `markCap` is the largest distance of mark from index, `markStep` its largest " +
      "change in a second, `impactUnits` the size of impact prices in whole quote coins. Spot: " +
      "`referenceStep` is the largest change of the reference price in a second. `0.005` is " +
      "0.5 %. Absent members keep their value.",
    body: strict({ ...OF_INSTRUMENT, ...GUARDS }),
    response: Type.Object({ ...INSTRUMENT_ROW, ...GUARDS }),
    example: { ...BTC, markCap: "0.05" },
    run: (actions, { body }) => actions.setPriceGuards({ ...LIVE, ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/loss-limits",
    summary: "Lists loss limits of contracts",
    response: rowsOf({
      ...INSTRUMENT_ROW,
      coin: Text,
      fundDrawMax: Text,
      openInterestFactor: Text,
      positionFactor: Text,
      openInterestFloor: Text,
      positionFloor: Text,
      depth: amount("average size within 2 % of mark on the side with less of it"),
      openInterestMax: amount("empty without a limit"),
      positionMax: amount("empty without a limit"),
      drawn: amount("loss in the present hour"),
      until: text("ISO time at which the hour ends"),
    }),
    run: (actions) => answered(actions.listLossLimits()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/loss-limits",
    roles: ["risk"],
    summary: "Sets the loss limits of a contract",
    description:
      "`fundDrawMax` is the largest loss of the insurance fund in an hour, in the settlement " +
      'coin ("0": no limit). Factors bound open interest and a position in units of the average ' +
      "depth, floors are their smallest values in sizes. Absent members keep their value.",
    body: strict({ ...OF_INSTRUMENT, ...LOSS_LIMITS }),
    response: Type.Object({ ...INSTRUMENT_ROW, ...LOSS_LIMITS }),
    example: { ...BTC, fundDrawMax: "250000" },
    run: (actions, { body }) => actions.setLossLimits({ ...LIVE, ...body }),
  }),
];
