import { beforeEach, describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import type { Command } from "../../core/commands/commands.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import { instrumentAt } from "../../core/state.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import { NO_DELETED_KEYS } from "./signing-key.ts";
import { type Chapter, chapterOf } from "./story.ts";

let core: CoreFixture;
let alice: number;
const symbolAt = (index: number): string => {
  const { category, realm, symbol } = instrumentAt(core.state, index);
  return `${symbol} ${category} ${realm}`;
};

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice");
});

function chapter(command: object, events: readonly object[] = []): Chapter | undefined {
  const applied = {
    command: { seq: 7, timeMs: 1_000, ...command } as Command,
    events: events as readonly CoreEvent[],
  };
  const parts = { state: core.state, deletedKeys: NO_DELETED_KEYS };
  return chapterOf({ ...parts, ...applied }, { kind: "seq", seq: 7 });
}

describe("an index + 1", () => {
  it("of a parent is the user before, and 0 is no user", () => {
    const child = { kind: "create_user", accountKind: "classic", realm: "live", name: "b" };
    expect(chapter({ ...child, parent: 0 })?.fields).toMatchObject({ parent: "" });
    expect(chapter({ ...child, parent: alice + 1 })?.fields).toMatchObject({
      parent: uidOf(alice),
    });
  });

  it("of an instrument is the instrument before, and 0 is none", () => {
    const cancel = { kind: "cancel_all_of_user", user: alice, category: "all" };
    expect(chapter({ ...cancel, instrument: 0 })?.fields).toMatchObject({ instrument: "" });
    expect(chapter({ ...cancel, instrument: SPOT + 1 })?.fields).toMatchObject({
      instrument: symbolAt(SPOT),
    });
    const moved = { fromInstrument: 0, toInstrument: LINEAR + 1, currency: USD };
    const [event] = chapter({ kind: "tick" }, [{ kind: "funds_moved", ...moved }])?.events ?? [];
    expect(event).toMatchObject({ fromInstrument: "", toInstrument: symbolAt(LINEAR) });
  });
});

it("an index counts from 0 in other fields", () => {
  const halt = { kind: "set_instrument_status", instrument: SPOT, status: "halted" };
  const parent = FIRST_ORDINARY_USER;
  const created = { kind: "user_created", user: parent, parent };
  expect(chapter(halt, [created])).toMatchObject({
    fields: { instrument: symbolAt(SPOT) },
    events: [{ event: "user_created", parent: uidOf(parent) }],
  });
});

it("prices in a group have the decimals of the command's instrument", () => {
  const { priceDecimals, tickStep } = instrumentAt(core.state, LINEAR);
  const exits = { profitTrigger: 5 };
  const { fields } = chapter({ kind: "place_order", user: alice, instrument: LINEAR, exits }) ?? {};
  const price = ((5 * tickStep) / 10 ** priceDecimals).toString();
  expect(fields).toMatchObject({ exits: { profitTrigger: price } });
});
