/** The long run by hand: `npm run kill -- --kills 5000 [--seed 1]`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { killAgainAndAgain } from "./kill-rounds.ts";
import { Seeded } from "./support/seeded.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
  },
});
const directory = mkdtempSync(join(tmpdir(), "bourse-kill-"));
const random = new Seeded(Number(values.seed));
const result = await killAgainAndAgain({ directory, kills: Number(values.kills), random });
rmSync(directory, { recursive: true });
console.log(JSON.stringify(result));
