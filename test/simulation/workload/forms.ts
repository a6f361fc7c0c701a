/**
 * Forms of commands: kinds, and those of their combinations with optional groups that have a draw,
 * a weight and bad variants of their own.
 */
import {
  COMMANDS,
  type CommandDraft,
  type CommandKind,
  type DraftOf,
} from "../../../src/core/commands/commands.ts";
import type { GroupedFields } from "../../../src/core/commands/schema.ts";
import { NO_EXITS } from "../naive/naive-plans.ts";
import type { Loose } from "./draft.ts";

/** The kind that each form other than a plain kind is of. */
const GROUPED_FORMS = {
  place_order_with_exits: "place_order",
  place_margin_order: "place_order",
  place_margin_order_with_exits: "place_order",
  place_margin_plan: "place_plan",
  place_margin_exits: "place_exits",
  amend_order_with_exits: "amend_order",
  replace_order_with_exits: "replace_order",
} as const satisfies Readonly<Record<string, CommandKind>>;

type GroupedForm = keyof typeof GROUPED_FORMS;
export type Form = CommandKind | GroupedForm;
export type KindOf<F extends Form> = F extends GroupedForm ? (typeof GROUPED_FORMS)[F] : F;

/** All forms that are not plain kinds. */
export const GROUPED_FORM_NAMES = Object.keys(GROUPED_FORMS) as readonly GroupedForm[];

type GroupOf<D, N extends string> = N extends keyof D ? NonNullable<D[N]> : unknown;
type Flat<D> = Omit<D, "kind" | "exits" | "margin"> & GroupOf<D, "exits"> & GroupOf<D, "margin">;

/** Other values for some fields of a command, those of its groups among them. */
export type Change<F extends Form> = Partial<Loose<Flat<DraftOf<KindOf<F>>>>>;

/** The form of a command, by the groups that it has. */
export function formOf(command: CommandDraft): Form {
  switch (command.kind) {
    case "place_order":
      if (command.margin === undefined) {
        return command.exits === undefined ? "place_order" : "place_order_with_exits";
      }
      return command.exits === undefined ? "place_margin_order" : "place_margin_order_with_exits";
    case "place_plan":
      return command.margin === undefined ? "place_plan" : "place_margin_plan";
    case "place_exits":
      return command.margin === undefined ? "place_exits" : "place_margin_exits";
    case "amend_order":
      return command.exits === undefined ? "amend_order" : "amend_order_with_exits";
    case "replace_order":
      return command.exits === undefined ? "replace_order" : "replace_order_with_exits";
    default:
      return command.kind;
  }
}

/** What a group holds before a change names one of its fields. */
const EMPTY_GROUPS: Readonly<Record<string, object>> = {
  exits: { ...NO_EXITS, setsProfit: false, setsLoss: false },
  margin: {},
};

/** The command with some fields changed, each in the group that it belongs to. */
export function altered<C extends CommandDraft>(command: C, change: object): C {
  const fields: GroupedFields = COMMANDS[command.kind];
  const result: Record<string, unknown> = { ...command };
  for (const [name, value] of Object.entries(change)) {
    const group = Object.entries(fields).find(
      ([, field]) => typeof field === "object" && "group" in field && name in field.group,
    )?.[0];
    if (group === undefined) result[name] = value;
    else result[group] = { ...EMPTY_GROUPS[group], ...(result[group] as object), [name]: value };
  }
  return result as unknown as C;
}
