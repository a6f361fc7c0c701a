import Big from "big.js";
import { expect, it } from "vitest";
import {
  brokenPostings,
  counterName,
  ledgerPath,
  type Posting,
  unansweredPostings,
} from "./postings.ts";

const CLEARING = { uid: "", realm: "live", wallet: "clearing", symbol: "", amount: "0" };

function posting(billId: string, amount: string, balance: string, more: Partial<Posting> = {}) {
  const account = { wallet: "spot", coin: "USDT", kind: "buy", fee: "0", symbol: "", category: "" };
  const origin = { relatedId: "", orderId: "", time: "2030-01-01T00:00:00Z" };
  const received = new Big(more.fee ?? 0).minus(amount).toFixed();
  const counterAccounts = [{ ...CLEARING, amount: received }];
  return { billId, amount, balance, ...account, ...origin, counterAccounts, ...more };
}

it("follows the balance of each account from posting to posting, with fees", () => {
  const newestFirst = [
    posting("4", "-10", "89.9", { fee: "0.1" }),
    posting("3", "5", "5", { coin: "BTC" }),
    posting("2", "-1", "100"),
    posting("1", "101", "101"),
  ];
  expect(brokenPostings(newestFirst)).toEqual(new Set());
});

it("names the posting whose balance does not follow from the one before", () => {
  const newestFirst = [
    posting("3", "1", "103"),
    posting("2", "1", "101"),
    posting("1", "100", "100"),
  ];
  expect(brokenPostings(newestFirst)).toEqual(new Set(["3"]));
});

it.each(["isolated_margin", "long_margin", "short_margin"])(
  "keeps accounts of %s of instruments apart",
  (wallet) => {
    const isolated = { wallet, symbol: "BTCUSDT" };
    const newestFirst = [
      posting("3", "1", "11", isolated),
      posting("2", "7", "7", { ...isolated, symbol: "ETHUSDT" }),
      posting("1", "10", "10", isolated),
    ];
    expect(brokenPostings(newestFirst)).toEqual(new Set());
  },
);

it("takes a posting that moves nothing for no change of the balance", () => {
  const memo = { kind: "borrow", wallet: "unified", counterAccounts: [] };
  const newestFirst = [posting("2", "7", "5", memo), posting("1", "5", "5", { wallet: "unified" })];
  expect(brokenPostings(newestFirst)).toEqual(new Set());
  expect(unansweredPostings(newestFirst)).toEqual(new Set());
});

it("names the posting whose other side receives another amount", () => {
  const fees = { ...CLEARING, wallet: "fees", amount: "0.1" };
  const clearing = { ...CLEARING, amount: "10" };
  const fill = { fee: "0.1", counterAccounts: [clearing, fees] };
  const wrong = { fee: "0.1", counterAccounts: [clearing] };
  const postings = [posting("2", "-10", "79.8", wrong), posting("1", "-10", "89.9", fill)];
  expect(unansweredPostings(postings)).toEqual(new Set(["2"]));
});

it("names accounts of the exchange, of another user and of the same user", () => {
  const other = { ...CLEARING, uid: "1000000007", wallet: "usdt_futures" };
  const margin = { ...CLEARING, uid: "1000000002", wallet: "isolated_margin", symbol: "BTCUSDT" };
  const accounts = [CLEARING, { ...CLEARING, realm: "demo" }, other, margin];
  expect(accounts.map((one) => counterName(one, "1000000002"))).toEqual([
    ...["exchange: clearing", "exchange: clearing"],
    ...["1000000007: usdt futures", "own isolated margin BTCUSDT"],
  ]);
  expect(accounts.map(ledgerPath)).toEqual([
    ...["/desk/ledger/live", "/desk/ledger/demo"],
    ...["/desk/ledger/1000000007", "/desk/ledger/1000000002"],
  ]);
});
