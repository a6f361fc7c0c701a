/** Endpoints of instruments: their terms, statuses and delisting. */
import { Type } from "typebox";
import { CATEGORIES, INSTRUMENT_STATUSES } from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  amount,
  INSTRUMENT,
  INSTRUMENT_ROW,
  InstrumentBody,
  IsoTime,
  OPEN_INTEREST,
  RealmName,
  RealmOrLive,
  rowsOf,
  SIZE_UNIT,
  strict,
  Text,
  text,
} from "../admin-fields.ts";
import { REQUESTED_STATUSES } from "../instrument-port.ts";
import { ORDER_LIMITS } from "./order-limit-endpoints.ts";

const LIVE = { realm: "live" } as const;
const BTC_SPOT = { symbol: "BTCUSDT", category: "spot" } as const;
const ADA_SPOT = { symbol: "ADAUSDT", category: "spot" } as const;

const StatusWord = Type.Enum([...INSTRUMENT_STATUSES]);
const InstrumentStatus = Type.Object({ ...INSTRUMENT_ROW, status: StatusWord });
const FEES = { maker: amount('"0.001" is 0.1 % of the traded value'), taker: Text };
export const InstrumentRow = {
  ...INSTRUMENT_ROW,
  status: StatusWord,
  ...{ base: Text, quote: Text, settle: Text, priceStep: Text, sizeStep: amount(SIZE_UNIT) },
  orderLimits: Type.Object(ORDER_LIMITS),
  listedOrderLimits: Type.Object(ORDER_LIMITS, {
    description: "limits of the listing; its minima hold for orders that can only close",
  }),
  priceMax: amount("largest price; follows from the largest order of the listing"),
  ...{ leverageMin: Type.Integer(), leverageMax: Type.Integer() },
  ...{ indexPrice: Text, markPrice: Text, lastPrice: Text },
  openInterest: amount(OPEN_INTEREST),
  openOrders: Type.Integer(),
  listedFees: Type.Object(FEES, { description: "the highest fees that can be set" }),
  fees: Type.Object(FEES),
  nextFees: Type.Optional(
    Type.Object({ ...FEES, from: IsoTime }, { description: "absent when no change waits" }),
  ),
  funding: Type.Optional(
    Type.Object(
      {
        intervalHours: Type.Integer(),
        rateMin: Text,
        rateMax: Text,
        impactSize: amount(SIZE_UNIT),
      },
      { description: "absent where there is no funding" },
    ),
  ),
  openingLimits: Type.Optional(
    Type.Object(
      {
        ...{ feeUpRatio: Text, costUpRatio: Text, positionShare: Text },
        symbolOrdersMax: Type.Integer(),
        productOrdersMax: Type.Integer(),
        positionsMax: Type.Integer(),
        opensUntil: text("ISO time; empty for never"),
      },
      { description: "absent on spot" },
    ),
  ),
  deliveryTime: text("ISO time; empty for perpetuals and spot"),
  listedAt: IsoTime,
};

export const INSTRUMENT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/instruments",
    summary: "Lists instruments with everything that can be set of them",
    query: strict({
      realm: Type.Optional(RealmName),
      category: Type.Optional(Type.Enum([...CATEGORIES])),
      status: Type.Optional(StatusWord),
    }),
    response: rowsOf(InstrumentRow),
    run: (actions, { query: { category, realm, status } }) =>
      answered(actions.listInstruments({ category, realm, status })),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/instruments/status",
    roles: ["risk"],
    summary: "Sets the status of an instrument",
    description:
      "Orders can be cancelled in every status. `reduce_only` (futures): orders that can only " +
      "close are accepted, and liquidations go on. `post_only`: post-only orders are accepted, " +
      "nothing is executed. `cancel_only` or `halted`: no order is accepted, nothing is " +
      "executed. `offline`: as halted, and not listed as tradable. Resting orders stay.",
    body: strict({
      ...INSTRUMENT,
      realm: RealmOrLive,
      status: Type.Enum([...REQUESTED_STATUSES]),
    }),
    response: InstrumentStatus,
    example: { ...BTC_SPOT, status: "post_only" },
    run: (actions, { body: { status, ...name } }) =>
      actions.setInstrumentStatus({ ...LIVE, ...name }, status),
  }),
  adminEndpoint({
    method: "POST",
    path: "/instruments/halt",
    roles: ["risk"],
    summary: "Halts an instrument",
    description: "Resting orders remain, and cancels still work.",
    body: InstrumentBody,
    response: InstrumentStatus,
    example: BTC_SPOT,
    run: (actions, { body }) => actions.setInstrumentStatus({ ...LIVE, ...body }, "halted"),
  }),
  adminEndpoint({
    method: "POST",
    path: "/instruments/resume",
    roles: ["risk"],
    summary: "Resumes an instrument",
    body: InstrumentBody,
    response: InstrumentStatus,
    example: BTC_SPOT,
    run: (actions, { body }) => actions.setInstrumentStatus({ ...LIVE, ...body }, "online"),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/instruments/status-of-all",
    roles: ["risk"],
    summary: "Halts or resumes everything",
    description:
      "Sets the status of all instruments of a realm, or of both realms, except those that are " +
      "offline. `online` also resumes instruments that were halted one by one.",
    body: strict({
      realm: RealmOrLive,
      status: Type.Enum(["halted", "post_only", "online"]),
    }),
    response: Type.Object({
      status: StatusWord,
      changed: Type.Integer({ description: "number of changed instruments" }),
      refused: rowsOf(INSTRUMENT_ROW),
    }),
    confirm: () => "always",
    example: { realm: "demo", status: "halted" },
    run: (actions, { body: { realm, status } }) => actions.setStatusOfAll({ realm, status }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/instruments/delist",
    roles: ["risk"],
    summary: "Delists an instrument",
    description:
      "Halts it, cancels all its orders and plans, and takes it offline. A contract with open " +
      "positions is refused: schedule its delivery before.",
    body: InstrumentBody,
    response: Type.Object({
      ...INSTRUMENT_ROW,
      status: StatusWord,
      cancelledOrders: Type.Integer(),
      cancelledPlans: Type.Integer(),
    }),
    confirm: () => "always",
    example: ADA_SPOT,
    run: (actions, { body }) => actions.delistInstrument({ ...LIVE, ...body }),
  }),
];
