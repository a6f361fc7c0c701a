import type { Side } from "../../../core/base/vocabulary.ts";
import { POSITION_SIDE_WORDS, SIDE_WORDS } from "../../../wire/words/order-words.ts";
import { enumeration } from "../../http/fields.ts";
import type { HeldSide } from "../../http/word-fields.ts";

/**
 * Position side that the parameter `holdSide` names: hedge mode sends the side of the position,
 * one-way mode the side of the order that opened it.
 */
export const HELD_SIDE_OF = {
  long: "long",
  short: "short",
  buy: "long",
  sell: "short",
} as const satisfies Readonly<Record<HeldSide | Side, HeldSide>>;

const { long, short } = POSITION_SIDE_WORDS;
const HOLD_SIDES = [long, short, ...Object.values(SIDE_WORDS)] as const;

export const holdSideField = () => enumeration(HOLD_SIDES);
