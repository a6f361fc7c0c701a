/** Specification, Wallet: Withdraw, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { KNOWN_ADDRESS, openCustody } from "../../security/hostile-world.ts";
import { ID, MAYBE, type Resource, testFields } from "./support/field-tests.ts";
import {
  accepted,
  decimals,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  testParameters,
} from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const PATH = "/api/v2/spot/wallet/withdrawal";
const ON_CHAIN = {
  coin: "USDT",
  transferType: "on_chain",
  address: KNOWN_ADDRESS,
  chain: "TRC20",
  size: "20",
};

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let results: readonly Resource[] = [];

/** Another user of the exchange; its uid is in the address book of alice. */
const recipient = () => exchange().user("bob").uid;
const internal = () => ({
  coin: "USDT",
  transferType: "internal_transfer",
  address: recipient(),
  size: "5",
});

beforeAll(async () => {
  await openCustody(exchange(), ["alice", "bob", "carol"]);
  const [user, toUser] = [exchange().user("alice").index, exchange().user("bob").index];
  const entry = { chain: 0, address: "", tag: "", label: "", toUser };
  await exchange().apply({ kind: "add_address", user, addressKind: "internal", ...entry });
  results = [
    await calls.post(PATH, { ...ON_CHAIN, clientOid: "mine" }),
    await calls.post(PATH, internal()),
  ];
});

/** By internal transfers, which are done at once: those on a chain are limited in number. */
testParameters(exchange, {
  method: "POST",
  table: "Withdraw",
  path: PATH,
  user: "alice",
  valid: internal,
  parameters: {
    coin: required([
      accepted("USDT", "USDT"),
      accepted("lower case", "usdt"),
      refused("a name that nothing has", "NOSUCHNAME", "40806"),
    ]),
    transferType: required([refused("a word that is not in the list", "by_post", "40034")]),
    address: required([refused("letters", "somebody", "40034")]),
    chain: optional([accepted("one, where it has no meaning,", "TRC20")]),
    tag: optional([accepted("one, where it has no meaning,", "17")]),
    innerToType: optional([accepted("uid", "uid")]),
    areaCode: optional([accepted("with a uid, where it has no meaning,", "82")]),
    size: required([
      ...decimals(),
      accepted("as many decimals as the coin has", "5.12345678"),
      refused("more decimals than the coin has", "20.0000000001", "43124"),
      refused("beyond the balance", "99999999", "43012"),
      refused("0", "0", "40020"),
    ]),
    remark: optional([accepted("a note", "for rent")]),
    clientOid: optional([
      accepted("a text", "once"),
      refused("65 characters", "c".repeat(65), "40305"),
      refused("a space within", "a b", "40305"),
    ]),
    memberCode: optional([refused("another exchange", "nosuch", "40034")]),
    identityType: optional([
      accepted("user", "user"),
      accepted("company", "company"),
      refused("a word that is not in the list", "trust", "40034"),
    ]),
    companyName: optional([accepted("a name", "Example Ltd")]),
    firstName: optional([accepted("a name", "Jane")]),
    lastName: optional([accepted("a name", "Doe")]),
  },
});

const ONLY_ON_CHAIN: SpecifiedEndpoint = {
  method: "POST",
  path: PATH,
  user: "carol",
  valid: () => ON_CHAIN,
  parameters: {
    chain: required([
      accepted("another case", "trc20"),
      refused("a chain that the coin does not have", "NOSUCHCHAIN", "40034"),
    ]),
    address: required([
      refused(row("Withdraw", "address book", "an address that is not in it"), "TUnknown", "47003"),
    ]),
    tag: optional(),
    size: required([
      refused("more decimals than the chain takes", "20.001", "43124"),
      refused("less than the chain takes", "1", "43114"),
    ]),
  },
};
testParameters(exchange, ONLY_ON_CHAIN);

testFields("order identifiers of a withdrawal", () => results, {
  orderId: ID,
  clientOid: MAYBE,
});

describe("Withdraw", () => {
  const codeOf = async (body: object, name = "alice") =>
    (await exchange().post(PATH, body, name)).code;
  const spotOf = async (name: string) => {
    const rows = await calls.rows("/api/v2/spot/account/assets", { coin: "USDT" }, name);
    return Number(rows[0]?.["available"]);
  };

  it("an internal transfer by uid arrives, without a chain", async () => {
    const before = await spotOf("bob");
    await calls.post(PATH, { ...internal(), innerToType: "uid", clientOid: "by-uid" });
    expect((await spotOf("bob")) - before).toBe(5);
  });

  it("innerToType defaults to uid", async () => {
    const before = await spotOf("bob");
    await calls.post(PATH, { ...internal(), clientOid: "by-default" });
    expect((await spotOf("bob")) - before).toBe(5);
  });

  it.each(["email", "mobile"])("innerToType %s finds no user here: 40034", async (innerToType) => {
    expect(await codeOf({ ...internal(), innerToType, areaCode: "82" })).toBe("40034");
  });

  it("areaCode is required when the receiver is named by mobile number", async () => {
    expect(await codeOf({ ...internal(), innerToType: "mobile" })).toBe("40019");
  });

  it(
    row("Withdraw", "address book", "a uid that is not in it is refused, whoever has it"),
    async () => {
      const uids = ["1999999999", "1000000000", exchange().user("carol").uid];
      const cases = [
        [{}, "47003"],
        [{ size: "1000000000" }, "47003"],
        [{ size: "0" }, "40020"],
        [{ clientOid: "by-uid" }, "01003"],
      ] as const;
      for (const [change, code] of cases) {
        const asked = uids.map((address) => codeOf({ ...internal(), ...change, address }));
        expect(await Promise.all(asked)).toEqual([code, code, code]);
      }
    },
  );

  it("memberCode needs who receives: identityType, and the names of that type", async () => {
    const member = { ...ON_CHAIN, memberCode: "bithumb" };
    const faulty = [{}, { identityType: "company" }, { identityType: "user", firstName: "J" }];
    for (const identity of faulty) {
      expect(await codeOf({ ...member, ...identity }, "bob")).toBe("40019");
    }
    const company = { ...member, identityType: "company", companyName: "Example Ltd" };
    const person = { ...member, identityType: "user", firstName: "Jane", lastName: "Doe" };
    expect([await codeOf(company, "bob"), await codeOf(person, "bob")]).toEqual(["00000", "00000"]);
  });

  it("the client id is in the response, and a second use of it is refused", async () => {
    expect(results[0]).toMatchObject({ clientOid: "mine" });
    expect(await codeOf({ ...ON_CHAIN, size: "21", clientOid: "mine" })).not.toBe("00000");
  });

  it("a withdrawal is listed under the order id and client id of the response", async () => {
    const window = { startTime: exchange().nowMs - 3_600_000, endTime: exchange().nowMs + 1_000 };
    const path = "/api/v2/spot/wallet/withdrawal-records";
    const rows = await calls.rows(path, { coin: "USDT", clientOid: "mine", ...window });
    expect(rows).toMatchObject([{ orderId: results[0]?.["orderId"], clientOid: "mine" }]);
  });
});
