/** The generated market: its founding, its memory, and imported prices. */
import type { PlantedBug } from "./planted-bug.ts";

const file = "core/listing/found-market.ts";
const encoding = "core/instruments/generated-market.ts";

export const MARKET_BUGS: readonly PlantedBug[] = [
  {
    name: "a market is founded twice",
    file,
    find: 'isFounded) return rejectCommand(state, 0, "market_founded", emit);',
    replace: "isFounded && seed < 0) return;",
  },
  {
    name: "a market is founded after its first price",
    file,
    find: "({ index, last }) => index > 0 || last > 0",
    replace: "({ last }) => last > 0",
  },
  {
    name: "dated contracts have funding of the past",
    file,
    find: "isFutures && deliveryAtMs === 0 ? fundingIntervalHours : 0",
    replace: "isFutures && deliveryAtMs >= 0 ? fundingIntervalHours : 0",
  },
  {
    name: "prices are imported into a market that is founded",
    file,
    find: "if (market.terms !== undefined) {",
    replace: "if (market.terms !== undefined && spanMs < 0) {",
  },
  {
    name: "the memory of the market is appended",
    file,
    find: "market.memory = memory.slice();",
    replace: "market.memory = Uint8Array.from([...market.memory, ...memory]);",
  },
  {
    name: "a snapshot leaves out that the market is founded",
    file: encoding,
    find: "out.u8(terms === undefined ? 0 : 1);\n  if (terms !== undefined) {",
    replace: "out.u8(0);\n  if (terms !== undefined && terms.seed < 0) {",
  },
];
