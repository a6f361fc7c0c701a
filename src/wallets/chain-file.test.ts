import { appendFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { chainFile } from "./chain-file.ts";
import type { ChainTransaction } from "./simulated-chains.ts";

const top = temporaryDirectory("chain-file");
afterAll(() => rmSync(top, { recursive: true }));

function payment(id: string): ChainTransaction {
  const place = { network: "TRC20", address: "an address", tag: "", source: "a payer" };
  return { ...place, id, nonce: "", coin: "USDT", amount: "250", height: 7 };
}

it("is for its owner alone, and gives back what it keeps", () => {
  const path = join(top, "private.jsonl");
  const store = chainFile(path);
  expect(store.load()).toEqual([]);
  store.keep(payment("first"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(chainFile(path).load()).toEqual([payment("first")]);
});

it("loses no transaction that it keeps after a write that the disk cut", () => {
  const path = join(top, "torn.jsonl");
  const link = join(top, "link.jsonl");
  const pointTo = (target: string): void => {
    rmSync(link, { force: true });
    symlinkSync(target, link);
  };
  pointTo(path);
  const store = chainFile(link);
  store.keep(payment("first"));
  pointTo("/dev/full");
  expect(() => store.keep(payment("refused"))).toThrow("ENOSPC");
  // What a full disk takes of the line.
  appendFileSync(path, JSON.stringify(payment("refused")).slice(0, 20));
  pointTo(path);
  store.keep(payment("second"));
  store.keep(payment("third"));
  const kept = ["first", "second", "third"].map(payment);
  expect(chainFile(path).load()).toEqual(kept);
});
