import { describe, expect, test } from "vitest";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { USD } from "../../../test/support/core-listings.ts";
import { atoms } from "../money/units.ts";

describe("transfers", () => {
  test("a repeat under one client id moves nothing; other terms under it are refused", () => {
    const core = new CoreFixture();
    const alice = core.rich("alice");
    const terms = {
      kind: "transfer",
      fromUser: alice,
      fromWallet: "spot",
      toUser: alice,
      toWallet: "funding",
      currency: USD,
      amount: atoms(10n),
      clientTransferId: "t-1",
      fromInstrument: 0,
      toInstrument: 0,
      mayBorrow: false,
    } as const;
    expect(kinds(core.run(terms))).toEqual(["funds_moved"]);
    const first = core.state.outcome.id;
    expect(kinds(core.run(terms))).toEqual([]);
    expect(core.state.outcome.id).toBe(first);
    expect(core.money(alice, "funding", USD)[0]).toBe(10n);
    core.run({ ...terms, amount: atoms(11n) });
    expect(core.rejection).toBe("duplicate_client_transfer_id");
  });
});
