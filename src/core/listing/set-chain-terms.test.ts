import { expect, test } from "vitest";
import { chainTermsDraft } from "../../../test/support/chain-drafts.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { CHAINS_MAX } from "../base/limits.ts";
import { atoms } from "../money/units.ts";

test("terms list a coin on a chain and replace each other, whatever the case of the name", () => {
  const core = new CoreFixture();
  expect(core.run(chainTermsDraft({ currency: USD, chain: "Main" }))).toMatchObject([
    { kind: "chain_terms_changed", chain: 0, currency: USD },
  ]);
  core.run(chainTermsDraft({ currency: COIN, chain: "MAIN" }));
  core.run(chainTermsDraft({ currency: USD, chain: "mAIN", withdrawFee: atoms(7n) }));
  expect(core.state.outcome.id).toBe(0);
  expect(core.state.chains).toMatchObject([
    { index: 0, currency: USD, chain: "Main", withdrawFee: 7n },
    { index: 1, currency: COIN, chain: "MAIN", withdrawFee: 1n },
  ]);
});

test("all terms are in a snapshot", () => {
  const core = new CoreFixture();
  const amounts = { withdrawMin: atoms(11n), withdrawStep: atoms(3n), unattendedMax: atoms(5n) };
  const flags = { needsTag: true, isByInvoice: true, isCongested: true, isWithdrawable: false };
  const texts = { browserUrl: "https://a.example", contractAddress: "0xab" };
  const terms = { ...amounts, ...flags, ...texts, depositMin: atoms(2n), extraFeeE6: 9 };
  core.run(chainTermsDraft({ currency: USD, chain: "X-1", ...terms, depositConfirmations: 7 }));
  const before = core.state.chains;
  expect(before).toMatchObject([{ ...amounts, ...flags, ...texts, extraFee: 9 }]);
  core.restart();
  expect(core.state.chains).toEqual(before);
});

test.each([
  [{ chain: "" }],
  [{ chain: "a-name-of-21-letters-" }],
  [{ chain: "two words" }],
  [{ extraFeeE6: 1_000_001 }],
  [{ depositConfirmations: 0 }],
  [{ withdrawConfirmations: 10_001 }],
  [{ withdrawFee: atoms(-1n) }],
  [{ unattendedMax: atoms(-1n) }],
  [{ withdrawDecimals: 1 }],
  [{ browserUrl: "two words" }],
  [{ contractAddress: "x".repeat(129) }],
])("terms out of bounds are refused: %o", (change) => {
  const core = new CoreFixture();
  core.run(chainTermsDraft({ currency: USD, ...change }));
  expect(core.rejection).toBe("chain_terms_out_of_bounds");
});

test("practice coins and unknown coins have no chains, and their number is bounded", () => {
  const core = new CoreFixture();
  core.run({ kind: "list_currency", code: "SUSD", decimals: 0, isPractice: true });
  core.run(chainTermsDraft({ currency: core.state.outcome.id }));
  expect(core.rejection).toBe("chain_terms_out_of_bounds");
  core.run(chainTermsDraft({ currency: 77 }));
  expect(core.rejection).toBe("currency_not_found");
  for (let index = core.state.chains.length; index < CHAINS_MAX; index++) {
    core.run(chainTermsDraft({ currency: USD, chain: `C${index}` }));
  }
  core.run(chainTermsDraft({ currency: USD, chain: "one-more" }));
  expect(core.rejection).toBe("chain_terms_out_of_bounds");
  core.run(chainTermsDraft({ currency: USD, chain: "c9" }));
  expect(core.rejection).toBeUndefined();
});
