import { expect, it } from "vitest";
import type { RecordedWithdrawal } from "./approval-rows.ts";
import { riskInputOf, valueUsd, type WithdrawalContext } from "./withdrawal-context.ts";

const WITHDRAWAL: RecordedWithdrawal = {
  ...{ id: "1", kind: "on_chain", coin: "BTC", chain: "Bitcoin", debit: "0.5", fee: "0.0001" },
  ...{ address: "bc1q", toUid: "", tag: "", status: "review", transactionId: "" },
  ...{ confirmations: 0, createdAt: "2026-11-01T00:00:00Z", updatedAt: "2026-11-01T00:00:00Z" },
};
const CONTEXT: WithdrawalContext = {
  user: {
    ...{ name: "", realm: "live", accountKind: "classic", parentUid: "", freezes: [] },
    ...{ isUnderReview: false, createdAt: "2026-01-01T00:00:00Z", equityUsdt: "1000" },
  },
  addresses: [],
  chains: [
    {
      ...{ coin: "BTC", chain: "Bitcoin", withdrawConfirmations: 2, unattendedMax: "1" },
      isCongested: true,
    },
  ],
  prices: [
    { symbol: "BTCUSDT", category: "usdt_futures", realm: "live", price: "1" },
    { symbol: "BTCUSDT", category: "spot", realm: "demo", price: "2" },
    { symbol: "BTCUSDT", category: "spot", realm: "live", price: "60000" },
  ],
  ...{ alerts: 3, remark: "", loadedAtMs: 5 },
};

it("values a withdrawal at the live spot index, dollars at one, and others not", () => {
  expect(valueUsd(CONTEXT, WITHDRAWAL)).toBe(30_000);
  expect(valueUsd(CONTEXT, { coin: "USDC", debit: "12.5" })).toBe(12.5);
  expect(valueUsd(CONTEXT, { coin: "NEWC", debit: "1" })).toBeUndefined();
});

it("gives the remarks what is known of the user, the chain and the past", () => {
  const past = [WITHDRAWAL];
  expect(riskInputOf(CONTEXT, WITHDRAWAL, past)).toEqual({
    ...{ user: CONTEXT.user, addresses: [], past, withdrawal: WITHDRAWAL, alerts: 3, nowMs: 5 },
    ...{ valueUsd: 30_000, isChainCongested: true },
  });
  const elsewhere = { ...WITHDRAWAL, chain: "Lightning" };
  expect(riskInputOf(CONTEXT, elsewhere, past).isChainCongested).toBe(false);
});
