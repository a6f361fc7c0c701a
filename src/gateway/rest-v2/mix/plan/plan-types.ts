/** Words for the kinds of plans in requests of futures; lists have one word for all exits. */
import { PLAN_KINDS, type PlanKind } from "../../../../core/base/vocabulary.ts";
import { PLAN_TYPES_V2 } from "../../../../wire/words/plan-words.ts";
import { enumeration, word } from "../../../http/fields.ts";

const { loss, moving, normal, position_loss, position_profit, profit, trailing } = PLAN_TYPES_V2;

/** All plans that close a position, in requests that choose several plans. */
const EXITS = "profit_loss";

/** Plan type by which lists find plans of a kind. */
const LISTED_TYPES = {
  normal,
  trailing,
  profit: EXITS,
  loss: EXITS,
  moving: EXITS,
  position_profit: EXITS,
  position_loss: EXITS,
} as const satisfies Readonly<Record<PlanKind, string>>;
type ListedType = (typeof LISTED_TYPES)[PlanKind];

/** Kind of a plan that places any order. */
export const entryKindField = () => word({ normal, trailing });

/** Kind of a plan that closes a position. */
export const exitKindField = () => word({ profit, loss, moving, position_profit, position_loss });

/** Plan type of a list; the handler gets the wire word. */
export const listedTypeField = () =>
  enumeration([...new Set(Object.values<ListedType>(LISTED_TYPES))]);

/** The kinds of plans in a list of the type. */
export function kindsOfListedType(type: ListedType): PlanKind[] {
  return PLAN_KINDS.filter((kind) => LISTED_TYPES[kind] === type);
}

const CANCELLED_TYPES = [...Object.values(PLAN_TYPES_V2), EXITS] as const;
type CancelledType = (typeof CANCELLED_TYPES)[number];

/** Plan type of a cancellation: one kind, or all exits; the handler gets the wire word. */
export const cancelledTypeField = () => enumeration(CANCELLED_TYPES);

/** The kinds of plans that a cancellation of the type ends. */
export function kindsOfCancelledType(type: CancelledType): PlanKind[] {
  if (type === EXITS) return kindsOfListedType(type);
  return PLAN_KINDS.filter((kind) => PLAN_TYPES_V2[kind] === type);
}
