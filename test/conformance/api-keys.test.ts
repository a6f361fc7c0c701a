import { expect, it } from "vitest";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange();
const { uid } = await exchange.admin<{ uid: string }>("POST", "/users", { kind: "classic" });

it.each([
  ["10.1.2.3/"],
  ["10.1.2.3/0"],
  ["10.1.2.3/33"],
  ["10.1.2.3/-1"],
  ["10.1.2.3/08"],
  ["::ffff:10.1.2.3/8"],
  ["2001:db8::/129"],
  [" 10.1.2.3"],
  ["10.1.2.3,0.0.0.0/0"],
])("a key with the malformed address entry %j is not made", async (entry) => {
  const made = exchange.admin("POST", `/users/${uid}/keys`, { ipList: ["127.0.0.1", entry] });
  await expect(made).rejects.toThrow(/"code":"invalid","message":"an address or a CIDR range/);
});
