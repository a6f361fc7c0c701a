/** The long run by hand: `npm run kill -- --kills 5000 [--seed 1]`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numbersOfTool } from "../support/tool-numbers.ts";
import { killAgainAndAgain } from "./kill-rounds.ts";
import { Seeded } from "./support/seeded.ts";

const { kills, seed } = numbersOfTool({ kills: 300, seed: 1 });
const directory = mkdtempSync(join(tmpdir(), "bourse-kill-"));
const random = new Seeded(seed);
const result = await killAgainAndAgain({ directory, kills, random });
rmSync(directory, { recursive: true });
console.log(JSON.stringify(result));
