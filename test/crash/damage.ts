/** Cuts and flips by hand: `npm run damage -- [--flips 9000] [--seed 4]`; prints the figures. */
import { numbersOfTool } from "../support/tool-numbers.ts";
import { cutEverywhere, flipBits, makeJournalSample } from "./damage-rounds.ts";
import { Seeded } from "./support/seeded.ts";

const numbers = numbersOfTool({ flips: 9_000, seed: 4 });
const sample = await makeJournalSample();
const cuts = await cutEverywhere(sample);
console.log(JSON.stringify(cuts));
const random = new Seeded(numbers.seed);
const flips = await flipBits(sample, { flips: numbers.flips, random });
console.log(JSON.stringify(flips));
