/**
 * Every way on which a unit in debt could move its collateral to an accomplice (decision 0067). The
 * unit has 1,000 coins at 100 dollars and has borrowed 2,000: 142 coins may leave, 143 may not.
 */
import { describe, expect, it } from "vitest";
import { chainTermsDraft } from "../../../test/support/chain-drafts.ts";
import { ConversionFixture } from "../../../test/support/conversion-fixture.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, SPOT, USD } from "../../../test/support/core-listings.ts";
import { money, P2pFixture } from "../../../test/support/p2p-fixture.ts";
import { PledgingFixture } from "../../../test/support/pledging-fixture.ts";
import { indebt, UnitFixture } from "../../../test/support/unit-fixture.ts";
import type { DraftOf } from "../commands/commands.ts";
import { readTransferable, readUnit } from "../reads/unit-reads.ts";

const BORROWED = { amount: 2_000, currency: COIN } as const;

describe("peer-to-peer trading", () => {
  it("puts no more into the escrow of sell ads than may leave", () => {
    const core = new P2pFixture();
    const { merchant } = core;
    core.merchantLevel("master");
    indebt(core, merchant, BORROWED);
    core.ad("sell", { quantity: money(143) });
    expect(core.rejection).toBe("unit_line_reached");
    const ad = core.ad("sell", { quantity: money(100) });
    expect(core.rejection).toBeUndefined();
    core.update(ad, { quantity: money(143) });
    expect(core.rejection).toBe("unit_line_reached");
    core.ad("sell", { quantity: money(43) });
    expect(core.rejection).toBe("unit_line_reached");
    core.ad("sell", { quantity: money(42) });
    expect(core.rejection).toBeUndefined();
    expect(core.coins(merchant)).toBe(1_000n - 142n);
  });

  it("sells no more into buy ads of others than may leave", () => {
    const core = new P2pFixture();
    core.merchantLevel("master");
    indebt(core, core.taker, BORROWED);
    const terms = { quantity: money(500), amountMax: money(50_000) };
    const [ad, next] = [core.ad("buy", terms), core.ad("buy", terms)];
    core.order(ad, { amount: money(14_300) });
    expect(core.rejection).toBe("unit_line_reached");
    core.order(ad, { amount: money(14_200) });
    expect(core.rejection).toBeUndefined();
    core.order(next, { amount: money(100) });
    expect(core.rejection).toBe("unit_line_reached");
  });
});

describe("loans against a pledge", () => {
  it("pledge no more than may leave, and repay nothing that may not", () => {
    const core = new PledgingFixture();
    const fund = core.user("fund", [["spot", COIN, 1_000]]);
    const outside = core.user("outside", [], { parent: fund + 1 });
    indebt(core, fund, BORROWED);
    core.take(fund, { pledge: 143 });
    expect(core.rejection).toBe("unit_line_reached");
    core.take(fund, { pledge: 142 });
    expect(core.rejection).toBeUndefined();
    const [loan] = core.loans;
    // The borrowed dollars are collateral; they leave up to the line, and then nothing does.
    const amount = readTransferable(core.state, fund, USD);
    expect(amount).toBeGreaterThan(0n);
    core.run({
      kind: "transfer",
      ...{ fromUser: fund, fromWallet: "spot", toUser: outside, toWallet: "spot", currency: USD },
      ...{ amount, clientTransferId: "", fromInstrument: 0, toInstrument: 0, mayBorrow: false },
    });
    expect(core.rejection).toBeUndefined();
    core.revise(fund, loan?.id ?? 0, 1);
    expect(core.rejection).toBe("unit_line_reached");
    core.take(fund, { pledge: 1 });
    expect(core.rejection).toBe("unit_line_reached");
    core.repay(fund, loan?.id ?? 0, { isWhole: true, method: "pledge" });
    expect(core.rejection).toBeUndefined();
    expect(readTransferable(core.state, fund, COIN)).toBeGreaterThan(0n);
  });

  it("repay no more from the wallet than may leave", () => {
    const core = new PledgingFixture();
    const fund = core.user("fund", [
      ["spot", COIN, 1_095],
      ["spot", USD, 1_000],
    ]);
    core.take(fund, { pledge: 300 });
    const [loan] = core.loans;
    indebt(core, fund, BORROWED);
    expect(readTransferable(core.state, fund, USD)).toBe(14_285n);
    core.repay(fund, loan?.id ?? 0);
    expect(core.rejection).toBe("unit_line_reached");
    core.repay(fund, loan?.id ?? 0, { amount: money(1_000) });
    expect(core.rejection).toBeUndefined();
  });
});

describe("withdrawals", () => {
  /** A fund of 1,000 dollars that has borrowed 2,000, and a user of its address book. */
  function withBook() {
    const core = new CoreFixture();
    core.run(chainTermsDraft({ currency: USD, unattendedMax: money(500) }));
    const fund = core.user("fund", [["spot", USD, 1_000]]);
    const friend = core.user("friend");
    const address = { kind: "add_address", user: fund, tag: "", label: "", chain: 0 } as const;
    core.run({ ...address, addressKind: "regular", address: "a1", toUser: 0 });
    core.run({ ...address, addressKind: "internal", address: "", toUser: friend });
    indebt(core, fund, { amount: 2_000, currency: USD });
    const texts = { clientWithdrawalId: "", remark: "" };
    const send = (size: number) => {
      const where = { user: fund, wallet: "spot", chain: 0, address: "a1", tag: "" } as const;
      core.run({ kind: "request_withdrawal", ...where, ...texts, size: money(size) });
      return core.rejection;
    };
    const give = (amount: number) => {
      const moved = { currency: USD, toUser: friend, amount: money(amount) };
      const from = { user: fund, wallet: "spot", clientWithdrawalId: "" } as const;
      core.run({ kind: "withdraw_internally", ...from, ...moved });
      return core.rejection;
    };
    return { send, give };
  }

  it("on chains take no more than may leave", () => {
    const { give, send } = withBook();
    expect(send(143)).toBe("unit_line_reached");
    expect(send(142)).toBeUndefined();
    expect(give(1)).toBe("unit_line_reached");
  });

  it("to other users take no more than may leave", () => {
    const { give, send } = withBook();
    expect(give(143)).toBe("unit_line_reached");
    expect(give(142)).toBeUndefined();
    expect(send(100)).toBe("unit_line_reached");
  });
});

describe("conversions", () => {
  function converting(terms: Partial<DraftOf<"set_loan_product">>) {
    const core = new ConversionFixture();
    const fund = core.user("fund", [["spot", COIN, 1_000]]);
    const { kind: _kind, ...rest } = { kind: "", ...terms };
    indebt(core, fund, { ...BORROWED, ...rest });
    return { core, fund };
  }

  it("give no coin that does not count", () => {
    const { core, fund } = converting({
      ...{ currencies: [COIN], ratiosE6: [1_000_000], valuesMaxUsd: [1_000_000_000] },
    });
    core.convert(fund, [COIN, USD], 10);
    expect(core.rejection).toBe("unit_coin_not_allowed");
  });

  it("end at the buy line, which their costs approach", () => {
    const { core, fund } = converting({ buyLineE6: 667_000 });
    core.convert(fund, [COIN, USD], 500);
    expect(core.rejection).toBeUndefined();
    core.convert(fund, [USD, COIN], 1_000);
    expect(core.rejection).toBe("unit_line_reached");
  });
});

describe("a price that accomplices move in the book", () => {
  it("lends nothing and lets nothing leave: collateral counts at the index", () => {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const fund = core.user("fund", [["spot", COIN, 100]]);
    core.unit(fund);
    const [seller, buyer] = [core.rich("seller"), core.rich("buyer")];
    for (let trade = 0; trade < 20; trade++) {
      core.place({ user: seller, instrument: SPOT, side: "sell", price: 105, size: 50 });
      core.place({ user: buyer, instrument: SPOT, side: "buy", price: 105, size: 50 });
      expect(core.rejection).toBeUndefined();
      core.passMs(1_000);
    }
    core.index(100);
    core.issue(fund, USD, 20_001);
    expect(core.rejection).toBe("collateral_insufficient");
    core.issue(fund, USD, 20_000);
    expect(core.rejection).toBeUndefined();
    expect(readUnit(core.state, fund)).toMatchObject({ collateral: 3_000_000_000_000n });
    expect(readTransferable(core.state, fund, USD)).toBe(1_428n);
  });
});
