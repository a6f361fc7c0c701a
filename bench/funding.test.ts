import { expect, it } from "vitest";
import { benchFunding } from "./funding.ts";

it("payments of isolated positions have bills and leave the futures balances", async () => {
  const { checks } = await benchFunding(["--positions", "6000"]);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
});
