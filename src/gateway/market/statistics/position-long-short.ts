import { sideShareEndpoints } from "./side-shares.ts";

export const positionLongShortEndpoints = sideShareEndpoints({
  path: "position-long-short",
  of: "Position",
  summary: "Shares of long and short in what was opened of a contract, by period",
  description: "By the size with which positions were opened or increased in the period.",
  sidesOf: ({ openedLong, openedShort }) => [openedLong, openedShort],
});
