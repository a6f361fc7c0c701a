import { afterEach, beforeEach, expect, it } from "vitest";
import { chainTermsDraft } from "../../../../test/support/chain-drafts.ts";
import { errorOf, listOf, rowOf, type TestRow } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN, currencyIndex } from "../../../../test/support/test-listings.ts";
import type { DraftOf } from "../../../core/commands/commands.ts";
import { atoms } from "../../../core/money/units.ts";
import { endpointsAccountV3 } from "../../rest-v3/account/endpoints-account.ts";
import { endpointsUserV3 } from "../../rest-v3/user/endpoints-user.ts";
import { endpointsTerminalReads } from "../endpoints-terminal-reads.ts";

const PATH = "/terminal/v1/activity";
const KEY = `bg_${"0".repeat(32)}`;

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsAccountV3, ...endpointsUserV3, ...endpointsTerminalReads],
    users: [
      {
        name: "alice",
        accountKind: "unified",
        funds: [["funding", "USDT", 100n * COIN]],
      },
      { name: "bob", accountKind: "unified" },
      { name: "child", accountKind: "unified", parent: "alice" },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

async function activity(name = "alice", query: Record<string, string> = {}) {
  return listOf(await exchange.get(PATH, query, name));
}

const kindsOf = (rows: readonly TestRow[]): unknown[] => rows.map(({ kind }) => kind);

async function changeKeys(user: number): Promise<void> {
  const terms = { user, apiKey: KEY, permissions: "uta_mgt_read", ipList: "", note: "mine" };
  const secrets = { keyKind: "hmac", sealedSecret: new Uint8Array(1), passphraseHash: "" } as const;
  await exchange.apply({ kind: "create_key", ...terms, ...secrets });
  await exchange.apply({ kind: "modify_key", ...terms, passphraseHash: "" });
  await exchange.apply({ kind: "delete_key", user, apiKey: KEY });
}

it("has what happened to keys, without their secrets", async () => {
  await changeKeys(exchange.user("alice").index);
  const { list } = await activity();
  expect(kindsOf(list).slice(0, 3)).toEqual(["key_deleted", "key_changed", "key_created"]);
  expect(list[1]).toMatchObject({ subjectKey: KEY, label: "mine", sender: "exchange" });
});

it("has a new sub-account, and a change of mode with the key that asked for it", async () => {
  const path = "/api/v3/account/set-hold-mode";
  rowOf(await exchange.post(path, { holdMode: "hedge_mode" }, "alice"));
  const { list } = await activity();
  const mode = list.find(({ kind }) => kind === "position_mode_changed");
  const { apiKey } = exchange.user("alice").key.record;
  expect(mode).toMatchObject({ sender: "api_key", apiKey: `${apiKey.slice(0, 11)}…` });
  const created = list.find(({ kind }) => kind === "sub_account_created");
  expect(created).toMatchObject({ uid: exchange.user("child").uid, detail: "unified" });
});

it("has an added address and a withdrawal to it, with its present status", async () => {
  const user = exchange.user("alice").index;
  const currency = currencyIndex("USDT");
  const address = "0x00000000000000000000000000000000000000aa";
  await exchange.apply(chainTermsDraft({ currency }));
  const entry: DraftOf<"add_address"> = {
    ...{ kind: "add_address", user, addressKind: "regular", chain: 0, toUser: 0 },
    ...{ address, tag: "", label: "cold" },
  };
  await exchange.apply(entry);
  const texts = { address, tag: "", clientWithdrawalId: "", remark: "" };
  const size = atoms(5n * COIN);
  const from = { user, wallet: "funding", chain: 0 } as const;
  await exchange.apply({ kind: "request_withdrawal", ...from, ...texts, size });
  const { list } = await activity();
  expect(list[0]).toMatchObject({ kind: "withdrawal", address, coin: "USDT", amount: "5" });
  expect(list[0]?.["detail"]).not.toBe("");
  expect(list[1]).toMatchObject({ kind: "address_added", address, label: "cold" });
  expect((await activity("bob")).list.map(({ kind }) => kind)).not.toContain("withdrawal");
});

it("has the operator's freezes, without the person who acted", async () => {
  const freezes = { trading: true, transfersOut: false, withdrawals: true, login: false };
  await exchange.apply({
    ...{ kind: "set_user_freezes", user: exchange.user("alice").index, ...freezes },
    origin: { requestId: "r-1", act: { actor: "eva", reason: "secret reason" } },
  } as never);
  const { list } = await activity();
  expect(list[0]).toMatchObject({ kind: "freezes_changed", detail: "trading,withdrawals" });
  expect(list[0]).toMatchObject({ sender: "operator", requestId: "" });
  expect(JSON.stringify(list)).not.toMatch(/eva|secret/);
});

it("is read page by page, each row once", async () => {
  for (let round = 0; round < 9; round += 1) await changeKeys(exchange.user("alice").index);
  const rows: TestRow[] = [];
  let cursor = "";
  do {
    const page = await activity("alice", { limit: "7", ...(cursor === "" ? {} : { cursor }) });
    rows.push(...page.list);
    cursor = page.cursor;
  } while (cursor !== "");
  expect(new Set(rows.map(({ activityId }) => activityId)).size).toBe(rows.length);
  expect(kindsOf(rows).filter((kind) => kind === "key_created")).toHaveLength(9);
  expect(errorOf(await exchange.get(PATH, { limit: "1000" }, "alice"))).toEqual([400, "40053"]);
});

it("of a sub-account is read by its main account alone", async () => {
  const child = exchange.user("child");
  await changeKeys(child.index);
  const { list } = await activity("alice", { uid: child.uid });
  expect(kindsOf(list).slice(0, 3)).toEqual(["key_deleted", "key_changed", "key_created"]);
  expect(JSON.stringify((await activity("alice")).list)).not.toContain(KEY);
  expect(errorOf(await exchange.get(PATH, { uid: child.uid }, "bob"))).toEqual([400, "40066"]);
  const { uid } = exchange.user("alice");
  expect(errorOf(await exchange.get(PATH, { uid }, "child"))).toEqual([400, "40068"]);
});
