/** Specification, Spot: Get Coin Info, row by row, and what its figures mean to a withdrawal. */
import { beforeAll, describe, expect, it } from "vitest";
import { atoms } from "../../../src/core/money/units.ts";
import { COIN, currencyIndex } from "../../support/test-listings.ts";
import { NUMBER, type Resource, TEXT, testFields } from "./support/field-tests.ts";
import { names, optional, testParameters } from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const PATH = "/api/v2/spot/public/coins";
const FLAG = ["true", "false"];
const ADDRESS = "known-address";
/** Asks for 100 millionths of a bitcoin. */
const INVOICE = "lnbc100u1pvjluezpp5qqqsyq";

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let coins: readonly Resource[] = [];
let chains: readonly Resource[] = [];

/** Two chains of USDT, of which every figure and every flag differs, and one of invoices. */
const CHAINS = [
  {
    ...{ chain: "STEPPED", withdrawFee: atoms(COIN), extraFeeE6: 100_000, withdrawDecimals: 3 },
    ...{ needsTag: true, isByInvoice: false, isCongested: true },
    ...{ isRechargeable: false, isWithdrawable: true },
    ...{ depositConfirmations: 12, withdrawConfirmations: 34 },
    ...{ depositMin: atoms(2n * COIN), withdrawMin: atoms(10n * COIN) },
    ...{ withdrawStep: atoms(COIN / 2n), unattendedMax: atoms(0n) },
    ...{ browserUrl: "https://explorer.example", contractAddress: "0xcontract" },
  },
  {
    ...{ chain: "FREE", withdrawFee: atoms(0n), extraFeeE6: 0, withdrawDecimals: 2 },
    ...{ needsTag: false, isByInvoice: false, isCongested: false },
    ...{ isRechargeable: true, isWithdrawable: false },
    ...{ depositConfirmations: 1, withdrawConfirmations: 2 },
    ...{ depositMin: atoms(COIN / 100n), withdrawMin: atoms(COIN) },
    ...{ withdrawStep: atoms(0n), unattendedMax: atoms(0n) },
    ...{ browserUrl: "", contractAddress: "" },
  },
] as const;

beforeAll(async () => {
  const currency = currencyIndex("USDT");
  for (const terms of CHAINS) {
    await exchange().apply({ kind: "set_chain_terms", currency, ...terms });
  }
  const invoices = { chain: "LIGHTNING", withdrawDecimals: 8, isByInvoice: true };
  const free = { ...CHAINS[1], ...invoices, isWithdrawable: true, withdrawMin: atoms(1n) };
  const bitcoin = { ...free, currency: currencyIndex("BTC") };
  await exchange().apply({ kind: "set_chain_terms", ...bitcoin });
  const user = exchange().user("alice").index;
  const entry = {
    kind: "add_address",
    user,
    addressKind: "regular",
    label: "",
    toUser: 0,
  } as const;
  await exchange().apply({ ...entry, chain: 0, address: ADDRESS, tag: "17" });
  await exchange().apply({ ...entry, chain: 2, address: INVOICE, tag: "" });
  coins = await calls.rows(PATH, {}, undefined);
  chains = coins.flatMap((coin) => coin["chains"] as readonly Resource[]);
});

testParameters(exchange, {
  table: "Get Coin Info",
  method: "GET",
  path: PATH,
  valid: () => ({}),
  parameters: { coin: optional(names("40034", "USDT", "BTC", "ETH")) },
});

testFields("coin information", () => coins, {
  coinId: /^\d+$/,
  coin: TEXT,
  transfer: ["true"],
  chains: (value) => Array.isArray(value),
});

testFields("a chain of a coin", () => chains, {
  chain: ["STEPPED", "FREE", "LIGHTNING"],
  needTag: FLAG,
  withdrawable: FLAG,
  rechargeable: FLAG,
  withdrawFee: NUMBER,
  extraWithdrawFee: NUMBER,
  depositConfirm: /^\d+$/,
  withdrawConfirm: /^\d+$/,
  minDepositAmount: NUMBER,
  minWithdrawAmount: NUMBER,
  browserUrl: ["", "https://explorer.example"],
  contractAddress: ["", "0xcontract"],
  withdrawStep: NUMBER,
  withdrawMinScale: /^\d+$/,
  congestion: ["normal", "congested"],
});

describe("Get Coin Info", () => {
  it(row("Get Coin Info", "coin", "absent lists all, present only itself"), async () => {
    expect(coins.map(({ coin }) => coin)).toEqual(
      exchange()
        .state.currencies.map(({ code }) => code)
        .filter((code) => coins.some(({ coin }) => coin === code)),
    );
    expect(coins.length).toBeGreaterThan(2);
    const usdt = coins.find(({ coin }) => coin === "USDT");
    expect(await calls.rows(PATH, { coin: "USDT" }, undefined)).toEqual([usdt]);
  });

  it(row("Get Coin Info", "headers", "are not needed"), async () => {
    expect(await exchange().get(PATH)).toMatchObject({ status: 200, code: "00000" });
  });

  it("every coin has an id of its own", () => {
    expect(new Set(coins.map(({ coinId }) => coinId)).size).toBe(coins.length);
  });

  it(
    row("Coin information", "flags", "are texts; every figure of a chain is that of its terms"),
    () => {
      const usdt = coins.find(({ coin }) => coin === "USDT");
      expect(usdt?.["chains"]).toEqual([
        {
          ...{ chain: "STEPPED", needTag: "true", withdrawable: "true", rechargeable: "false" },
          ...{ withdrawFee: "1", extraWithdrawFee: "0.1" },
          ...{ depositConfirm: "12", withdrawConfirm: "34" },
          ...{ minDepositAmount: "2", minWithdrawAmount: "10", withdrawStep: "0.5" },
          ...{ withdrawMinScale: "3", congestion: "congested" },
          ...{ browserUrl: "https://explorer.example", contractAddress: "0xcontract" },
        },
        {
          ...{ chain: "FREE", needTag: "false", withdrawable: "false", rechargeable: "true" },
          ...{ withdrawFee: "0", extraWithdrawFee: "0", depositConfirm: "1", withdrawConfirm: "2" },
          ...{ minDepositAmount: "0.01", minWithdrawAmount: "1", withdrawStep: "0" },
          ...{ withdrawMinScale: "2", congestion: "normal", browserUrl: "", contractAddress: "" },
        },
      ]);
    },
  );
});

describe("a withdrawal obeys what Get Coin Info states", () => {
  const sent = { coin: "USDT", transferType: "on_chain", chain: "STEPPED", address: ADDRESS };
  const codeOf = async (change: object) => {
    const body = { ...sent, tag: "17", size: "20", ...change };
    return (await exchange().post("/api/v2/spot/wallet/withdrawal", body, "alice")).code;
  };

  it.each([
    ["withdrawStep: a multiple of it", { size: "20.5" }, "00000"],
    ["withdrawStep: anything else", { size: "20.25" }, "43124"],
    ["withdrawMinScale: more decimals", { size: "20.5001" }, "43124"],
    ["minWithdrawAmount: that amount", { size: "10" }, "00000"],
    ["minWithdrawAmount: less", { size: "9.5" }, "43114"],
    ["needTag: an address without its tag", { tag: "" }, "43116"],
    ["withdrawable false", { chain: "FREE", tag: "" }, "43126"],
  ])("%s (%o) is answered %s", async (_what, change, code) => {
    expect(await codeOf(change)).toBe(code);
  });

  it("extraWithdrawFee is charged as a share of the size, beside withdrawFee", async () => {
    const clientOid = "with-fees";
    expect(await codeOf({ size: "50", clientOid })).toBe("00000");
    const nowMs = exchange().nowMs;
    const window = { startTime: nowMs - 60_000, endTime: nowMs + 1_000, clientOid };
    const rows = await calls.rows("/api/v2/spot/wallet/withdrawal-records", window);
    expect(rows).toMatchObject([{ size: "50", fee: "-6" }]);
  });

  it.each([
    ["the amount of the invoice", "0.0001", "00000"],
    ["more", "0.00011", "40020"],
    ["less", "0.00009", "40020"],
  ])("a Lightning invoice: a size of %s (%s) is answered %s", async (_what, size, code) => {
    const change = { coin: "BTC", chain: "LIGHTNING", address: INVOICE, tag: "", size };
    expect(await codeOf(change)).toBe(code);
  });
});
