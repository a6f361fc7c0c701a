/**
 * Fields of requests that name a word of a closed list of the core. The handler gets the core's
 * word. The tables are complete: a word that the core adds does not compile until it has a wire
 * word, which every request with the field then accepts.
 */
import type {
  OrderType,
  PositionSide,
  StpMode,
  TriggerSource,
} from "../../core/base/vocabulary.ts";
import {
  MARGIN_MODE_WORDS,
  ORDER_TYPE_WORDS,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  SIDE_WORDS,
  STP_MODE_WORDS,
  TIME_IN_FORCE_WORDS,
  TRADE_SIDE_WORDS,
} from "../../wire/words/order-words.ts";
import { TRIGGER_TYPES_V2, TRIGGERS_V3 } from "../../wire/words/plan-words.ts";
import { enumeration, word } from "./fields.ts";

/** Side of a position in hedge mode. */
export type HeldSide = Exclude<PositionSide, "net">;

const HELD_SIDE_WORDS = {
  long: POSITION_SIDE_WORDS.long,
  short: POSITION_SIDE_WORDS.short,
} as const satisfies Readonly<Record<HeldSide, string>>;

const SPOT_TRIGGER_TYPES = {
  last: TRIGGER_TYPES_V2.last,
  mark: TRIGGER_TYPES_V2.mark,
} as const satisfies Readonly<Record<Exclude<TriggerSource, "index">, string>>;

export const sideField = (options: { description?: string } = {}) => word(SIDE_WORDS, options);

export const heldSideField = (options: { description?: string } = {}) =>
  word(HELD_SIDE_WORDS, options);

export const tradeSideField = () => word(TRADE_SIDE_WORDS);

export const orderTypeField = (options: { default?: OrderType } = {}) =>
  word(ORDER_TYPE_WORDS, options);

/** Good till cancelled when not sent. */
export const timeInForceField = () => word(TIME_IN_FORCE_WORDS, { default: "gtc" });

/** Self-trade prevention; `standard` when not sent. */
export const stpModeField = (standard: StpMode) => word(STP_MODE_WORDS, { default: standard });

export const marginModeField = () => word(MARGIN_MODE_WORDS);

/** One-way or hedge mode; the handler gets the wire word. */
export const positionModeField = () =>
  enumeration([POSITION_MODE_WORDS.oneWay, POSITION_MODE_WORDS.hedge]);

/** The price that a plan or an exit of v2 waits for. */
export const triggerFieldV2 = (options: { default?: TriggerSource } = {}) =>
  word(TRIGGER_TYPES_V2, options);

/** The same on spot, which has no index price. */
export const spotTriggerFieldV2 = () => word(SPOT_TRIGGER_TYPES);

/** The price that a strategy order or an exit of v3 waits for: last or mark. */
export const triggerFieldV3 = (options: { default?: TriggerSource } = {}) =>
  word(TRIGGERS_V3, options);
