/** Cuts and flips by hand: `npm run damage -- [--flips 9000] [--seed 4]`; prints the figures. */
import { parseArgs } from "node:util";
import { cutEverywhere, flipBits, makeJournalSample } from "./damage-rounds.ts";
import { Seeded } from "./support/seeded.ts";

const { values } = parseArgs({
  options: {
    flips: { type: "string", default: "9000" },
    seed: { type: "string", default: "4" },
  },
});
const sample = await makeJournalSample();
const cuts = await cutEverywhere(sample);
console.log(JSON.stringify(cuts));
const random = new Seeded(Number(values.seed));
const flips = await flipBits(sample, { flips: Number(values.flips), random });
console.log(JSON.stringify(flips));
