/** Reads the operator's acts from the history, with names in place of indexes and units. */
import { COMMAND_KINDS, COMMANDS, type CommandKind } from "../../core/commands/commands.ts";
import { COMMAND_FIELDS_FROM_ONE } from "../../core/commands/from-one.ts";
import { uidOf, userOfUid } from "../../gateway/auth/uid.ts";
import type { ActReads, ActSearch, ActState } from "../../ops/act-port.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { ActRow } from "../../projections/history/act-table.ts";
import type { ActsQuery } from "../../projections/history/queries.ts";
import type { Engine } from "../engine.ts";
import { readableValue, unitsOf, type Values } from "../trace/readable-fields.ts";
import { refuse } from "./admin-command.ts";
import { readBounds, timeText } from "./times.ts";

type Parts = { readonly engine: Engine };
/** Returns the value of one field as people read it. */
function readable({ state }: Engine, act: ActRow, values: Values, name: string): unknown {
  const kind = (COMMANDS[act.command] as Values)[name];
  // That of the act, because a command that lists an instrument does not name it.
  const instrument = state.instruments[act.instrument - 1];
  const record = { values, fromOne: COMMAND_FIELDS_FROM_ONE[act.command] };
  return readableValue(state, { name, kind, ...record }, { ...unitsOf(state, record), instrument });
}

function stateOf(engine: Engine, act: ActRow): ActState {
  const { actor, command, createdAtMs, id: seq, reason, rejection, requestId, subject } = act;
  const instrument = engine.state.instruments[act.instrument - 1];
  const fields = JSON.parse(act.fields) as Values;
  const shown = Object.keys(fields).map((name) => [name, readable(engine, act, fields, name)]);
  return {
    ...{ seq, time: timeText(createdAtMs), actor, reason, requestId, command },
    uid: subject === 0 ? "" : uidOf(subject - 1),
    symbol: instrument?.symbol ?? "",
    category: instrument?.category ?? "",
    realm: instrument?.realm ?? "",
    rejection,
    fields: Object.fromEntries(shown),
  };
}

/** Returns the query of a search, or the refusal of a search that names nothing. */
function queryOf({ accounts }: Engine, search: ActSearch): ActsQuery | AdminRefusal {
  const {
    actor,
    category,
    command,
    cursor,
    limit,
    realm = "live",
    requestId,
    symbol,
    uid,
  } = search;
  const bounds = readBounds(search);
  if ("refused" in bounds) return bounds;
  if (command !== undefined && !(COMMAND_KINDS as readonly string[]).includes(command)) {
    return refuse("not_found", `no command is called ${command}`);
  }
  const user = uid === undefined ? undefined : userOfUid(uid);
  if (uid !== undefined && user === undefined) {
    return refuse("not_found", `no user has the uid ${uid}`);
  }
  if ((symbol === undefined) !== (category === undefined)) {
    return refuse("invalid", "symbol and category must be given together");
  }
  const instrument =
    symbol === undefined
      ? undefined
      : accounts.instrument(realm as "live" | "demo", category as "spot", symbol);
  if (symbol !== undefined && instrument === undefined) {
    return refuse("not_found", `${symbol} is not listed`);
  }
  return {
    ...{ actor, requestId, user, limit, ...bounds },
    command: command as CommandKind | undefined,
    instrument: instrument?.index,
    idLessThan: cursor === "" ? undefined : Number(cursor),
  };
}

/** Returns the reads of acts. */
export function actReads({ engine }: Parts): ActReads {
  return {
    async listActs(search) {
      const query = queryOf(engine, search);
      if ("refused" in query) return query;
      const { hasMore, rows } = await engine.history.acts(query);
      const acts = rows.map((row) => stateOf(engine, row));
      return { done: { acts, cursor: hasMore ? String(acts.at(-1)?.seq ?? "") : "" } };
    },
  };
}
