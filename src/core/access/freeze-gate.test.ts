import { expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR } from "../../../test/support/core-listings.ts";
import { COMMAND_KINDS, COMMANDS, type Command, type CommandKind } from "../commands/commands.ts";
import type { GroupedFields } from "../commands/schema.ts";
import { EventBuffer } from "../events/event-buffer.ts";
import { FREEZE_RULES, isStoppedByFreeze } from "./freeze-gate.ts";

const core = new CoreFixture();
const alice = core.user("alice");
core.run({
  ...{ kind: "set_loan_product", realm: "live", product: 1, leverage: 3, dailyRateE8: 0 },
  ...{ transferLineE6: 700_000, buyLineE6: 750_000, openLineE6: 750_000 },
  ...{ liquidationLineE6: 900_000, stopLineE6: 600_000 },
  ...{ currencies: [0], ratiosE6: [1_000_000], valuesMaxUsd: [1_000], instruments: [LINEAR] },
});
core.run({ kind: "set_risk_unit", user: alice, product: 1 });

const NONE = { trading: false, transfersOut: false, withdrawals: false, login: false };

/** Fields that name the user who acts, or whose account is used. */
const USER_FIELDS = ["user", "fromUser", "unit", "bound"];

function sampleOf(name: string, field: GroupedFields[string]): unknown {
  if (USER_FIELDS.includes(name)) return alice;
  if (typeof field !== "string") return "group" in field ? undefined : field[0];
  if (field === "money") return 0n;
  if (field === "text") return "";
  if (field === "flag") return false;
  if (field === "ints") return [];
  return field === "bytes" ? new Uint8Array() : 0;
}

/** A command of the kind in the name of alice; nothing else about it has to be valid. */
function commandOf(kind: CommandKind): Command {
  const fields = Object.entries(COMMANDS[kind] as GroupedFields);
  const values = Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(name, field)]));
  return { ...values, kind, seq: 0, timeMs: 0 } as unknown as Command;
}

function isStopped(command: Command, freeze: Partial<typeof NONE>): boolean {
  core.run({ kind: "set_user_freezes", user: alice, ...NONE, ...freeze });
  return isStoppedByFreeze(core.state, command, new EventBuffer());
}

/** Kinds that a freeze of trading stops before they begin, as they stand in `commandOf`. */
const STOPPED_BY_TRADING: readonly CommandKind[] = [
  ...(["place_plan", "set_leverage", "set_coin_leverage", "reverse_position"] as const),
  ...(["borrow", "quote_conversion", "convert", "take_pledged_loan", "revise_pledge"] as const),
  ...(["create_sub_account", "bind_unit_user", "issue_unit_loan", "repay_unit_loan"] as const),
];

/** Kinds that a freeze of transfers out or of withdrawals stops before they begin. */
const STOPPED_BY_OUTFLOW: readonly CommandKind[] = [
  ...(["create_sub_account", "bind_unit_user", "issue_unit_loan", "repay_unit_loan"] as const),
];

/** Kinds whose operation checks the freezes itself: `user-freezes.test.ts` has a case for each. */
const OWN_CHECK: readonly CommandKind[] = [
  ...(["transfer", "place_order", "replace_order", "request_withdrawal"] as const),
  ...(["withdraw_internally", "sign_withdrawal", "create_p2p_ad", "update_p2p_ad"] as const),
  ...(["set_p2p_ad_status", "place_p2p_order", "step_p2p_order", "move_position"] as const),
];

test("every kind of command is decided for frozen users", () => {
  expect(Object.keys(FREEZE_RULES).sort()).toEqual([...COMMAND_KINDS].sort());
  const own = COMMAND_KINDS.filter((kind) => FREEZE_RULES[kind] === "own_check");
  expect(own.toSorted()).toEqual(OWN_CHECK.toSorted());
});

test.each(COMMAND_KINDS)("%s is stopped by the freezes that concern it and by no other", (kind) => {
  const command = commandOf(kind);
  const outflow = STOPPED_BY_OUTFLOW.includes(kind);
  expect(isStopped(command, {})).toBe(false);
  expect(isStopped(command, { login: true })).toBe(false);
  expect(isStopped(command, { trading: true })).toBe(STOPPED_BY_TRADING.includes(kind));
  expect(isStopped(command, { transfersOut: true })).toBe(outflow);
  expect(isStopped(command, { withdrawals: true })).toBe(outflow);
});

test.each<[string, CommandKind, object, boolean]>([
  ["a reduce-only plan", "place_plan", { instrument: LINEAR, reduceOnly: true }, false],
  ["a plan that may open", "place_plan", { instrument: LINEAR, reduceOnly: false }, true],
  ["a reduce-only plan on spot", "place_plan", { instrument: 0, reduceOnly: true }, true],
  ["exits of a position", "place_exits", { margin: undefined }, false],
  ["exits on spot", "place_exits", { margin: { side: "sell" } }, true],
  ["added margin", "adjust_margin", { amount: 1n }, false],
  ["removed margin", "adjust_margin", { amount: -1n }, true],
  ["a larger pledge", "revise_pledge", { isAdded: true }, false],
  ["a smaller pledge", "revise_pledge", { isAdded: false }, true],
])("%s: a freeze of trading decides by the terms of %s", (_, kind, terms, expected) => {
  const command = { ...commandOf(kind), ...terms } as Command;
  expect(isStopped(command, { trading: true })).toBe(expected);
});
