import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { SPOT, USD } from "../../../test/support/core-listings.ts";
import type { CommandDraft } from "../commands/commands.ts";
import type { CoreEvent, EventOf } from "../events/events.ts";
import { atoms } from "../money/units.ts";

let core: CoreFixture;
let alice: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice");
});

/** The act of an operator with all of its description; `undefined` without one. */
function actOf(events: readonly CoreEvent[]) {
  const head = events.find(({ kind }) => kind === "operator_acted");
  if (head === undefined) return undefined;
  const texts = events.filter(({ kind }) => kind === "operator_act_text");
  const text = texts.map((event) => (event as EventOf<"operator_act_text">).text).join("");
  const { actor, command, instrument, parts, subject } = head as EventOf<"operator_acted">;
  expect(texts.length).toBe(parts);
  return { actor, command, instrument, subject, ...JSON.parse(text) };
}

function acted(command: CommandDraft, reason = "ticket 7") {
  const origin = { requestId: "r-1", act: { actor: "eva", reason } };
  return actOf(core.run({ ...command, origin }));
}

const credit = (amount: bigint): CommandDraft => ({
  kind: "credit",
  user: alice,
  wallet: "spot",
  currency: USD,
  amount: atoms(amount),
});

describe("an act of the operator", () => {
  test("is reported with actor, reason, request and the fields of its command", () => {
    expect(acted(credit(25n))).toEqual({
      ...{ actor: "eva", command: "credit", subject: alice + 1, instrument: 0 },
      ...{ requestId: "r-1", reason: "ticket 7", rejection: "" },
      fields: { user: alice, wallet: "spot", currency: USD, amount: "25" },
    });
  });

  test("is reported when the core rejects it", () => {
    expect(acted(credit(0n))).toMatchObject({ rejection: "amount_not_positive" });
  });

  test("names the user that it creates, and no user when it creates none", () => {
    const terms = { kind: "create_user", accountKind: "classic", realm: "live" } as const;
    const fields = { ...terms, name: "bob", openOrdersMax: 0 };
    expect(acted({ ...fields, parent: 0 })).toMatchObject({ subject: alice + 2 });
    expect(acted({ ...fields, parent: 999 })).toMatchObject({ subject: 0 });
  });

  test("names the instrument, whether its command counts from 0 or from 1", () => {
    const halt = { kind: "set_instrument_status", instrument: SPOT, status: "halted" } as const;
    expect(acted(halt)).toMatchObject({ instrument: SPOT + 1 });
    const cancel = { kind: "cancel_orders", user: alice, category: "spot" } as const;
    expect(acted({ ...cancel, instrument: SPOT + 1 })).toMatchObject({ instrument: SPOT + 1 });
    expect(acted({ ...cancel, instrument: 0 })).toMatchObject({ instrument: 0 });
    const every = { kind: "cancel_all_of_user", user: alice, category: "all" } as const;
    expect(acted({ ...every, instrument: SPOT + 1 })).toMatchObject({ instrument: SPOT + 1 });
    expect(acted({ ...every, instrument: 0 })).toMatchObject({ instrument: 0 });
  });

  test("shows no secret of a key", () => {
    const act = acted({
      kind: "create_key",
      ...{ user: alice, apiKey: "key", keyKind: "hmac", sealedSecret: Uint8Array.of(1, 2) },
      ...{ passphraseHash: "hash", permissions: "read", ipList: "", note: "" },
    });
    expect(Object.keys(act.fields)).toEqual([
      "user",
      "apiKey",
      "keyKind",
      "permissions",
      "ipList",
      "note",
    ]);
  });

  test("keeps a reason in any script", () => {
    expect(acted(credit(1n), "審査 – geändert 🙂")).toMatchObject({
      reason: "審査 – geändert 🙂",
    });
  });

  test("keeps its description within bounds", () => {
    const act = acted(credit(1n), "x".repeat(20_000));
    expect(act).toMatchObject({ reason: "x".repeat(20_000), fields: {} });
  });

  test("has the same description whatever the order of the draft's fields", () => {
    const { kind, ...fields } = credit(3n) as Record<string, unknown>;
    const reversed = Object.fromEntries([...Object.entries(fields)].reverse());
    const act = acted({ kind, ...reversed } as unknown as CommandDraft);
    expect(Object.keys(act.fields)).toEqual(["user", "wallet", "currency", "amount"]);
  });
});

test("a request of a client is no act", () => {
  const events = core.run({ ...credit(5n), origin: { requestId: "r-2", act: undefined } });
  expect(actOf(events)).toBeUndefined();
});
