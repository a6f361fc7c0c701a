/** The story of an order, a request or a command: what was asked, and what followed from it. */
import { COMMANDS, type Command } from "../../core/commands/commands.ts";
import { COMMAND_FIELDS_FROM_ONE } from "../../core/commands/from-one.ts";
import type { GroupedFields } from "../../core/commands/schema.ts";
import { type CoreEvent, EVENTS } from "../../core/events/events.ts";
import { EVENT_FIELDS_FROM_ONE } from "../../core/events/from-one.ts";
import type { State } from "../../core/state.ts";
import {
  type Numbered,
  readableValue,
  type Units,
  unitsOf,
  userText,
  type Values,
} from "./readable-fields.ts";
import { type DeletedKeys, type Sender, senderOf, signingKey } from "./signing-key.ts";
import type { TraceTarget } from "./trace-target.ts";

/** A command of a story with those of its events that belong to it. */
export type Chapter = {
  readonly seq: number;
  /** ISO time. */
  readonly time: string;
  readonly command: string;
  /** Uid of the user who submitted it; empty for the exchange and its operator. */
  readonly uid: string;
  /** Id of the request that brought it; empty when none is known. */
  readonly requestId: string;
  readonly sender: Sender;
  /** API key that signed the request; empty for the other senders. */
  readonly apiKey: string;
  /** Person of the operator who acted; empty for none. */
  readonly actor: string;
  readonly reason: string;
  readonly fields: Values;
  readonly events: readonly (Values & { readonly event: string })[];
};

/** Fields that no trace shows, besides those of bytes. */
const SECRETS: ReadonlySet<string> = new Set(["passphraseHash", "passwordHash"]);
/** Events of every command, and those that only repeat its origin. */
const FRAMES: ReadonlySet<string> = new Set([
  ...["command_applied", "operator_acted", "operator_act_text"],
]);

/** A group of fields has the instrument and the coin of the record that it is in. */
function shownFields(state: State, schema: GroupedFields, record: Numbered, outer?: Units): Values {
  const shown: [string, unknown][] = [];
  const { fromOne, values } = record;
  const units = outer ?? unitsOf(state, record);
  for (const [name, kind] of Object.entries(schema)) {
    const value = values[name];
    if (value === undefined || kind === "bytes" || SECRETS.has(name)) continue;
    const isGroup = typeof kind === "object" && "group" in kind;
    if (isGroup) {
      const group = { values: value as Values };
      shown.push([name, shownFields(state, kind.group, group, units)]);
    } else shown.push([name, readableValue(state, { name, kind, values, fromOne }, units)]);
  }
  return Object.fromEntries(shown);
}

/** Whether an event names the id: as its order, trade, liquidation, transfer or another. */
function mentions(event: CoreEvent, id: number): boolean {
  return Object.entries(event).some(([name, value]) => value === id && /Id$/.test(name));
}

function isCommandOf(command: Command, target: TraceTarget): boolean {
  switch (target.kind) {
    case "id":
      return Object.entries(command).some(([name, one]) => one === target.id && /Id$/.test(name));
    case "seq":
      return command.seq === target.seq;
    case "request":
      return command.origin?.requestId === target.requestId;
  }
}

/** A command after it was applied. */
export type Applied = {
  readonly state: State;
  readonly command: Command;
  readonly events: readonly CoreEvent[];
  /** Keys that this command or an earlier one has deleted. */
  readonly deletedKeys: DeletedKeys;
};

/**
 * Returns the chapter of a command with its events, or `undefined` when it does not belong to the
 * target. All events of a command that was asked for belong to it, else those that name the id.
 */
export function chapterOf(
  { command, deletedKeys, events, state }: Applied,
  target: TraceTarget,
): Chapter | undefined {
  const isAsked = isCommandOf(command, target);
  const own = events.filter(({ kind }) => !FRAMES.has(kind));
  const chosen = isAsked
    ? own
    : own.filter((event) => target.kind === "id" && mentions(event, target.id));
  if (!isAsked && chosen.length === 0) return undefined;
  const values = command as unknown as Values;
  const { act, requestId = "" } = command.origin ?? {};
  return {
    seq: command.seq,
    time: new Date(command.timeMs).toISOString(),
    command: command.kind,
    uid: typeof values["user"] === "number" ? userText(values["user"]) : "",
    ...{
      requestId,
      sender: senderOf(state, command),
      apiKey: signingKey(state, command, deletedKeys),
    },
    ...{ actor: act?.actor ?? "", reason: act?.reason ?? "" },
    fields: shownFields(state, COMMANDS[command.kind], {
      values,
      fromOne: COMMAND_FIELDS_FROM_ONE[command.kind],
    }),
    events: chosen.map((event) => ({
      event: event.kind,
      ...shownFields(state, EVENTS[event.kind], {
        values: event as unknown as Values,
        fromOne: EVENT_FIELDS_FROM_ONE[event.kind],
      }),
    })),
  };
}

/** Whether an order that is traced has ended, so that nothing follows. */
export function endsStory(events: readonly CoreEvent[], target: TraceTarget): boolean {
  if (target.kind !== "id") return false;
  return events.some(({ kind, ...fields }) => {
    const { orderId } = fields as Values;
    return kind === "order_closed" && orderId === target.id;
  });
}
