import { expect, it } from "vitest";
import { depositAddress, userOfAddress } from "./deposit-address.ts";

it.each(["BTC", "TRC20", "ERC20", "XRP", "ANY-NEW"])("names its user on %s", (network) => {
  for (const needsTag of [false, true]) {
    const address = depositAddress(network, 70_001, needsTag);
    expect(userOfAddress(network.toLowerCase(), address)).toBe(70_001);
    expect(depositAddress(network, 70_002, needsTag)).not.toEqual(address);
  }
});

it("names no user when it is mistyped, of another network, or without its tag", () => {
  const { address } = depositAddress("ERC20", 5, false);
  const last = address.endsWith("0") ? "1" : "0";
  expect(userOfAddress("ERC20", { address: address.slice(0, -1) + last, tag: "" })).toBeUndefined();
  expect(userOfAddress("BEP20", { address, tag: "" })).toBeUndefined();
  const shared = depositAddress("XRP", 5, true);
  expect(userOfAddress("XRP", { ...shared, tag: "" })).toBeUndefined();
  expect(userOfAddress("XRP", { ...shared, tag: "x" })).toBeUndefined();
});
