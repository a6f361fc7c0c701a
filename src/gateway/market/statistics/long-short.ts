import { boughtLots, soldLots } from "./active-buy-sell.ts";
import { sideShareEndpoints } from "./side-shares.ts";

export const longShortEndpoints = sideShareEndpoints({
  path: "long-short",
  of: "",
  summary: "Shares of buys and sells in what takers traded of a contract, by period",
  description: "Long is the volume that takers bought, short what they sold.",
  sidesOf: (row) => [boughtLots(row), soldLots(row)],
});
