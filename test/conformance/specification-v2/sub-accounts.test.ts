/** Specification, User and sub-accounts: creation of virtual sub-accounts, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
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
      refused("an alias of seven letters", ["sevenlt"], "40055"),
      refused("an alias of nine letters", ["nineletts"], "40055"),
      refused("an alias with a digit", ["eight888"], "40055"),
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
      accepted("8 letters and digits", "abcd1234"),
      accepted("32 letters and digits", "a1".repeat(16)),
      refused("7 characters", "abc1234", "40070"),
      refused("33 characters", `${"a1".repeat(16)}b`, "40070"),
      refused("a space", "abcd 1234", "40070"),
    ]),
    label: required([
      accepted("20 characters", "l".repeat(20)),
      refused("21 characters", "l".repeat(21), "40056"),
    ]),
    ipList: optional([
      accepted("an address", ["203.0.113.7"]),
      refused(
        "31 addresses",
        Array.from({ length: 31 }, (_, at) => `203.0.113.${at}`),
        "40058",
      ),
      refused("no address", ["localhost"], "40020"),
    ]),
    permList: optional([refused("a word that is not in the list", ["everything"], "40034")]),
  },
};

describe("Create Virtual Subaccount", () => {
  it("one request creates several, and names those that it did not create", () => {
    expect(accounts.successList).toHaveLength(2);
    expect(accounts.failureList).toHaveLength(1);
  });

  it("an alias is unique in the whole exchange", async () => {
    const [taken] = accounts.successList.map((row) => String(row["subaAccountName"]));
    const { code, data } = await exchange().post(CREATE, { subAccountList: [taken] }, "bob");
    expect([code, data]).toEqual([
      "00000",
      { failureList: [{ subaAccountName: taken }], successList: [] },
    ]);
  });
});

describe("Batch Create Virtual Subaccount and Apikey", () => {
  it("30 addresses are a whole list", async () => {
    const ipList = Array.from({ length: 30 }, (_, at) => `203.0.113.${at}`);
    const [row] = rowsOf(await exchange().post(BATCH, [item({ ipList })], "carol"));
    expect(row).toMatchObject({ ipList });
  });

  it.each(WORDS)(
    "%s has a hyphen in the request and an underscore in the response",
    async (word) => {
      const permList = [word.replaceAll("_", "-")];
      const answer = await exchange().post(BATCH, [item({ permList })], "bob");
      if (word === "copytrading_trade") return expect(answer.code).not.toBe("40020");
      expect(rowsOf(answer)).toMatchObject([{ permList: [word] }]);
    },
  );

  it("a faulty item refuses the whole list", async () => {
    const good = item();
    const answer = await exchange().post(BATCH, [good, item({ label: "l".repeat(21) })], "carol");
    expect(answer.code).toBe("40056");
    expect(rowsOf(await exchange().post(BATCH, [good], "carol"))).toHaveLength(1);
  });
});

testParameters(exchange, BATCH_CREATION);
