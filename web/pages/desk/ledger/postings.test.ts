import { expect, it } from "vitest";
import { brokenPostings, type Posting } from "./postings.ts";

function posting(billId: string, amount: string, balance: string, more: Partial<Posting> = {}) {
  const account = { wallet: "spot", coin: "USDT", kind: "buy", fee: "0", symbol: "", category: "" };
  const origin = { relatedId: "", orderId: "", time: "2030-01-01T00:00:00Z" };
  return { billId, amount, balance, ...account, ...origin, ...more };
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

it("keeps isolated margin accounts of instruments apart", () => {
  const isolated = { wallet: "isolated_margin", symbol: "BTCUSDT" };
  const newestFirst = [
    posting("3", "1", "11", isolated),
    posting("2", "7", "7", { ...isolated, symbol: "ETHUSDT" }),
    posting("1", "10", "10", isolated),
  ];
  expect(brokenPostings(newestFirst)).toEqual(new Set());
});
