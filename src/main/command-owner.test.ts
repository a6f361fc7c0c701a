import { expect, it } from "vitest";
import { transferDraft } from "../../test/support/command-drafts.ts";
import { CoreFixture } from "../../test/support/core-fixture.ts";
import { USD } from "../../test/support/core-listings.ts";
import { commandOwners } from "./command-owner.ts";

it("the owner of a command is the main account of the user who gives it", () => {
  const core = new CoreFixture();
  const main = core.user("main");
  const sub = core.user("sub", [], { parent: main + 1 });
  const ownerOf = commandOwners(core.state);
  expect(ownerOf({ kind: "cancel_order", user: sub, orderId: 1, clientOrderId: "" })).toBe(main);
  const ends = { user: sub, from: "spot", to: "funding" } as const;
  expect(ownerOf(transferDraft({ ...ends, currency: USD, amount: 1 }))).toBe(main);
  expect(ownerOf({ kind: "tick" })).toBeUndefined();
  expect(ownerOf({ kind: "delete_key", user: 999, apiKey: "" })).toBeUndefined();
});
