/** What the exchange tells of the operator's acts. */
import { COMMANDS, type Command } from "../../../src/core/commands/commands.ts";
import type { NaiveState } from "./naive-state.ts";

type Values = Readonly<Record<string, unknown>>;

/** Commands that name a pair as its place in the list + 1. */
const COUNTS_FROM_ONE =
  /^(cancel_(orders|plans|all_of_user)|close_positions|set_loan_terms|borrow|(flash_)?repay)$/;

function ascii(text: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    escaped += code < 128 ? text[at] : `\\u${`000${code.toString(16)}`.slice(-4)}`;
  }
  return escaped;
}

/** What is written of a value; groups in the order in which the schema names their members. */
function written(field: unknown, value: unknown): unknown {
  if (value instanceof Uint8Array) return undefined;
  const members = (field as { readonly group?: Values }).group;
  if (members === undefined || value === undefined) return value;
  const values = value as Values;
  return Object.fromEntries(Object.keys(members).map((name) => [name, values[name]]));
}

function described(state: NaiveState, command: Command): string {
  const values = command as unknown as Values;
  const fields = Object.fromEntries(
    Object.entries(COMMANDS[command.kind])
      .filter(([name]) => name !== "passphraseHash" && name !== "passwordHash")
      .map(([name, field]) => [name, written(field, values[name])]),
  );
  const about = {
    requestId: command.origin?.requestId,
    reason: command.origin?.act?.reason,
    rejection: state.outcome.rejection ?? "",
  };
  const text = (shown: object): string =>
    ascii(
      JSON.stringify({ ...about, fields: shown }, (_, value) =>
        typeof value === "bigint" ? String(value) : value,
      ),
    );
  const whole = text(fields);
  return whole.length > 16_384 ? text({}) : whole;
}

/** Tells who acted, and what he did in pieces of 128 characters. */
export function tellAct(state: NaiveState, command: Command): void {
  const actor = command.origin?.act?.actor;
  if (actor === undefined) return;
  if (["place_order", "amend_order", "cancel_order"].includes(command.kind)) return;
  const { id, rejection } = state.outcome;
  const created = rejection === undefined ? id + 1 : 0;
  const user = "user" in command ? command.user + 1 : 0;
  let instrument = "instrument" in command ? command.instrument + 1 : 0;
  if (COUNTS_FROM_ONE.test(command.kind)) instrument -= 1;
  if (/^(list|prepare)_instrument$/.test(command.kind)) instrument = created;
  const isNew = command.kind === "create_user" || command.kind === "create_sub_account";
  const pieces = described(state, command).match(/.{1,128}/gs) ?? [];
  state.emit("operator_acted", {
    command: command.kind,
    subject: isNew ? created : user,
    instrument,
    parts: pieces.length,
    actor,
  });
  for (const [part, text] of pieces.entries()) state.emit("operator_act_text", { part, text });
}
