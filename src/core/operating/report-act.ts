/** Reports the operator's acts as events, from which the history keeps who did what, and why. */
import { COMMANDS, type Command, type CommandKind } from "../commands/commands.ts";
import { COMMAND_FIELDS_FROM_ONE } from "../commands/from-one.ts";
import type { Act } from "../commands/origin.ts";
import type { GroupedFields } from "../commands/schema.ts";
import type { Emit, State } from "../state.ts";

/** Longest part of a description, which is the longest text of an event. */
const PART_LENGTH = 128;
/** Longest description; fields that would exceed it are left out. */
const DESCRIPTION_LENGTH_MAX = 16_384;

/** Fields that no description shows. Bytes are never shown. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(["passphraseHash", "passwordHash"]);

/** Kinds that create the user or the instrument that they concern: it is the outcome's id. */
const CREATES_USER: ReadonlySet<CommandKind> = new Set(["create_user", "create_sub_account"]);
const CREATES_INSTRUMENT: ReadonlySet<CommandKind> = new Set([
  "list_instrument",
  "prepare_instrument",
]);

type Values = Readonly<Record<string, unknown>>;

function shown(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

/** Returns the fields in schema order: drafts have any order, and a replay must emit the same. */
function shownFields(fields: GroupedFields, values: Values): Values {
  const entries: [string, unknown][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === undefined || field === "bytes" || SECRET_FIELDS.has(name)) continue;
    const isGroup = typeof field === "object" && "group" in field;
    entries.push([name, isGroup ? shownFields(field.group, value as Values) : value]);
  }
  return Object.fromEntries(entries);
}

/** Returns JSON in which characters beyond ASCII are escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value, shown).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function descriptionOf(state: State, command: Command, reason: string): string {
  const { requestId = "" } = command.origin ?? {};
  const about = { requestId, reason, rejection: state.outcome.rejection ?? "" };
  const fields = shownFields(COMMANDS[command.kind], command as unknown as Values);
  const whole = asciiJson({ ...about, fields });
  return whole.length <= DESCRIPTION_LENGTH_MAX ? whole : asciiJson({ ...about, fields: {} });
}

function subjectOf(state: State, command: Command): number {
  if (CREATES_USER.has(command.kind)) return createdId(state);
  const user = (command as unknown as Values)["user"];
  return typeof user === "number" ? user + 1 : 0;
}

function instrumentOf(state: State, command: Command): number {
  if (CREATES_INSTRUMENT.has(command.kind)) return createdId(state);
  const instrument = (command as unknown as Values)["instrument"];
  if (typeof instrument !== "number") return 0;
  const isFromOne = COMMAND_FIELDS_FROM_ONE[command.kind]?.includes("instrument") ?? false;
  return isFromOne ? instrument : instrument + 1;
}

function createdId({ outcome }: State): number {
  return outcome.rejection === undefined ? outcome.id + 1 : 0;
}

/** Emits `operator_acted` and the parts of its description, after the command's own events. */
export function reportAct(state: State, command: Command, act: Act, emit: Emit): void {
  const description = descriptionOf(state, command, act.reason);
  const parts = Math.ceil(description.length / PART_LENGTH);
  emit.write("operator_acted", {
    command: command.kind,
    subject: subjectOf(state, command),
    instrument: instrumentOf(state, command),
    parts,
    actor: act.actor,
  });
  for (let part = 0; part < parts; part++) {
    const text = description.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
    emit.write("operator_act_text", { part, text });
  }
}
