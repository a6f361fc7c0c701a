/** Specification, User and sub-accounts: creation of virtual sub-accounts, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { SUB_ACCOUNTS_PER_PARENT_MAX } from "../../../src/core/base/limits.ts";
import { rowsOf } from "../../support/test-answer.ts";
import { MAYBE, type Resource, TEXT, TIME, testFields } from "./support/field-tests.ts";
import {
  accepted,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  testParameters,
} from "./support/parameter-tests.ts";
import { specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const CREATE = "/api/v2/user/create-virtual-subaccount";
const BATCH = "/api/v2/user/batch-create-subaccount-and-apikey";
const UID = /^1\d{9}$/;
const WORDS = [
  "contract_order",
  "contract_position",
  "spot_trade",
  "margin_trade",
  "copytrading_trade",
  "wallet_transfer",
  "wallet_withdraw",
];

const exchange = specifiedExchange();

let count = 0;
/** An alias of eight letters that no account has yet. */
function alias(): string {
  const number = count++;
  return [4, 3, 2, 1, 0]
    .map((place) => String.fromCharCode(97 + (Math.floor(number / 26 ** place) % 26)))
    .join("")
    .padStart(8, "sub");
}

const item = (more: object = {}) => ({
  subAccountName: alias(),
  passphrase: "Passw0rd",
  label: "a note",
  ...more,
});

type Created = {
  readonly failureList: readonly Resource[];
  readonly successList: readonly Resource[];
};

async function created(names: readonly string[]): Promise<Created> {
  const { code, data, msg } = await exchange().post(CREATE, { subAccountList: names }, "carol");
  if (code !== "00000") throw new Error(`${code} ${msg}`);
  return data as unknown as Created;
}

let accounts: Created = { failureList: [], successList: [] };
let keys: readonly Resource[] = [];

beforeAll(async () => {
  const taken = alias();
  accounts = await created([alias(), taken, taken.toUpperCase()]);
  keys = rowsOf(await exchange().post(BATCH, [item({ permList: ["spot-trade"] })], "carol"));
});

testFields("successList", () => accounts.successList, {
  subaAccountUid: UID,
  subaAccountName: /^[a-z]{8}$/,
  status: ["normal", "freeze", "del"],
  label: MAYBE,
  permList: (value) => JSON.stringify(value) === '["spot_trade","contract_trade"]',
  cTime: TIME,
  uTime: TIME,
});

testFields("failureList", () => accounts.failureList, { subaAccountName: /^[A-Z]{8}$/ });

testFields("a virtual sub-account with API key", () => keys, {
  subAccountUid: UID,
  subAccountName: /^[a-z]{8}(@.+)?$/,
  label: ["a note"],
  subAccountApiKey: TEXT,
  secretKey: TEXT,
  permList: (value) => JSON.stringify(value) === '["spot_trade"]',
  ipList: (value) => Array.isArray(value),
});

const CREATION: SpecifiedEndpoint = {
  method: "POST",
  table: "Create Virtual Subaccount",
  path: CREATE,
  user: "alice",
  valid: () => ({ subAccountList: [alias()] }),
  parameters: {
    subAccountList: required([
      accepted("an alias that is taken, in failureList,", ["subaaaaa"]),
      refused(row("Limit", "alias", "seven letters"), ["sevenlt"], "40055"),
      refused(row("Limit", "alias", "nine letters"), ["nineletts"], "40055"),
      refused(row("Limit", "alias", "seven letters and a digit"), ["eight888"], "40055"),
      refused(row("Limit", "alias", "a letter that is not English"), ["eightttä"], "40055"),
      refused(
        row("Limit", "alias", "a good alias beside a bad one"),
        ["goodalia", "sevenlt"],
        "40055",
      ),
    ]),
  },
};
testParameters(exchange, CREATION);

const BATCH_CREATION: SpecifiedEndpoint = {
  method: "POST",
  table: "Batch Create Virtual Subaccount and Apikey",
  path: BATCH,
  user: "bob",
  isList: true,
  valid: () => item() as Record<string, string>,
  parameters: {
    subAccountName: required([
      refused("seven letters", "sevenlt", "40055"),
      refused("a digit", "eight888", "40055"),
    ]),
    passphrase: required([
      accepted(row("Limit", "passphrase", "8 letters and digits"), "abcd1234"),
      accepted(row("Limit", "passphrase", "32 letters and digits"), "a1".repeat(16)),
      refused(row("Limit", "passphrase", "7 characters"), "abc1234", "40070"),
      refused(row("Limit", "passphrase", "33 characters"), `${"a1".repeat(16)}b`, "40070"),
      refused("a space", "abcd 1234", "40070"),
    ]),
    label: required([
      accepted(row("Limit", "label", "20 characters"), "l".repeat(20)),
      refused(row("Limit", "label", "21 characters"), "l".repeat(21), "40056"),
    ]),
    ipList: optional([
      accepted("an address", ["203.0.113.7"]),
      refused(
        row("Limit", "IP whitelist", "31 addresses"),
        Array.from({ length: 31 }, (_, at) => `203.0.113.${at}`),
        "40058",
      ),
      refused("no address", ["localhost"], "40020"),
    ]),
    permList: optional([refused("a word that is not in the list", ["everything"], "40034")]),
  },
};

describe("Create Virtual Subaccount", () => {
  it(row("Create Virtual Subaccount", "batch", "names those that it did not create too"), () => {
    expect(accounts.successList).toHaveLength(2);
    expect(accounts.failureList).toHaveLength(1);
  });

  it(`${row("Create Virtual Subaccount", "alias")} (${row("Errors", "6")})`, async () => {
    const [taken] = accounts.successList.map((row) => String(row["subaAccountName"]));
    const { code, data } = await exchange().post(CREATE, { subAccountList: [taken] }, "bob");
    expect([code, data]).toEqual([
      "00000",
      { failureList: [{ subaAccountName: taken }], successList: [] },
    ]);
  });
});

describe("the result of Create Virtual Subaccount", () => {
  const MODIFY = "/api/v2/user/modify-virtual-subaccount";
  const LIST = "/api/v2/user/virtual-subaccount-list";
  const listed = async (subAccountUid: string): Promise<Resource | undefined> => {
    const { data } = await exchange().get(LIST, {}, "carol");
    const { subAccountList } = data as { readonly subAccountList: readonly Resource[] };
    return subAccountList.find((account) => account["subAccountUid"] === subAccountUid);
  };
  const modified = async (change: object): Promise<Resource | undefined> => {
    const subAccountUid = String(accounts.successList[0]?.["subaAccountUid"]);
    const terms = { subAccountUid, permList: ["spot_trade"], status: "normal", ...change };
    expect((await exchange().post(MODIFY, terms, "carol")).code).toBe("00000");
    return listed(subAccountUid);
  };

  it(row("Virtual sub-account creation result", "arrays"), () => {
    expect(Object.keys(accounts).sort()).toEqual(["failureList", "successList"]);
  });

  it(row("Virtual sub-account creation result", "names"), () => {
    const { failureList, successList } = accounts;
    expect(failureList.map((account) => Object.keys(account))).toEqual([["subaAccountName"]]);
    for (const account of successList) {
      expect(account).toMatchObject({
        ...{ subaAccountUid: expect.any(String), subaAccountName: expect.any(String) },
      });
      expect(Object.keys(account).filter((name) => name.startsWith("subAccount"))).toEqual([]);
    }
  });

  it(row("Virtual sub-account creation result", "default"), () => {
    for (const { permList } of accounts.successList) {
      expect(permList).toEqual(["spot_trade", "contract_trade"]);
    }
  });

  it.each([
    ...["transfer", "deposit", "withdraw", "spot_trade", "contract_trade", "read-write"],
    ...["readonly", "read"],
  ])(row("Virtual sub-account creation result", "permList", "may have %s"), async (word) => {
    expect(await modified({ permList: [word] })).toMatchObject({ permList: [word] });
  });

  it.each(["freeze", "normal"])(row("Statuses", "sub-account", "%s"), async (status) => {
    expect(await modified({ status })).toMatchObject({ status });
  });

  it(
    row("Statuses", "sub-account", "del is a filter that finds none: none is deleted"),
    async () => {
      const { code, data } = await exchange().get(LIST, { status: "del" }, "carol");
      expect([code, data]).toMatchObject(["00000", { subAccountList: [] }]);
    },
  );
});

describe("Batch Create Virtual Subaccount and Apikey", () => {
  it(row("Batch Create Virtual Subaccount and Apikey", "body", "a list of accounts"), async () => {
    const items = [item(), item()];
    const created = rowsOf(await exchange().post(BATCH, items, "carol"));
    expect(created.map(({ subAccountName = "" }) => subAccountName.slice(0, 8))).toEqual(
      items.map(({ subAccountName }) => subAccountName),
    );
    expect((await exchange().post(BATCH, item(), "carol")).code).not.toBe("00000");
  });

  it.each([
    ["wallet-withdraw", ["readonly", "wallet-withdraw"], "40020"],
    ["wallet-withdraw", ["wallet-withdraw"], "00000"],
    ["nothing else", ["readonly"], "00000"],
  ])(
    row("Virtual sub-account with API key", "read-only", "with %s (%o): %s"),
    async (_what, permList, code) => {
      expect((await exchange().post(BATCH, [item({ permList })], "carol")).code).toBe(code);
    },
  );

  it(row("Limit", "IP whitelist", "30 addresses are a whole list"), async () => {
    const ipList = Array.from({ length: 30 }, (_, at) => `203.0.113.${at}`);
    const [row] = rowsOf(await exchange().post(BATCH, [item({ ipList })], "carol"));
    expect(row).toMatchObject({ ipList });
  });

  it.each(WORDS)(
    row("Authentication", "4", "%s has a hyphen in the request, an underscore in the response"),
    async (word) => {
      const permList = [word.replaceAll("_", "-")];
      const answer = await exchange().post(BATCH, [item({ permList })], "bob");
      if (word === "copytrading_trade") return expect(answer.code).not.toBe("40020");
      expect(rowsOf(answer)).toMatchObject([{ permList: [word] }]);
    },
  );

  it("a name twice in one list, in any case, refuses the whole list", async () => {
    const one = item();
    const name = String((one as Record<string, unknown>)["subAccountName"]);
    const answer = await exchange().post(
      BATCH,
      [one, item({ subAccountName: name.toUpperCase() })],
      "carol",
    );
    expect(answer.code).toBe("40060");
    expect(rowsOf(await exchange().post(BATCH, [one], "carol"))).toHaveLength(1);
  });

  it("a faulty item refuses the whole list", async () => {
    const good = item();
    const answer = await exchange().post(BATCH, [good, item({ label: "l".repeat(21) })], "carol");
    expect(answer.code).toBe("40056");
    expect(rowsOf(await exchange().post(BATCH, [good], "carol"))).toHaveLength(1);
  });
});

testParameters(exchange, BATCH_CREATION);

describe("a parent with all its sub-accounts", () => {
  it(row("Errors", "6", "beyond the limit, each further alias is in failureList"), async () => {
    const sent = Array.from({ length: SUB_ACCOUNTS_PER_PARENT_MAX }, alias);
    const answer = await exchange().post(CREATE, { subAccountList: sent }, "alice");
    const { failureList, successList } = answer.data as Created;
    const names = [...successList, ...failureList].map((one) => one["subaAccountName"]);
    expect([answer.code, names.toSorted()]).toEqual(["00000", sent.toSorted()]);
    expect(failureList.length).toBeGreaterThan(0);
    const last = alias();
    const { data } = await exchange().post(CREATE, { subAccountList: [last] }, "alice");
    expect(data).toEqual({ failureList: [{ subaAccountName: last }], successList: [] });
    const path = "/api/v2/user/virtual-subaccount-list";
    const listed = (await exchange().get(path, {}, "alice")).data as Resource;
    expect(listed["subAccountList"]).toHaveLength(SUB_ACCOUNTS_PER_PARENT_MAX);
  });
});
