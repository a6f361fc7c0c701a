/** The command `time`: shows exchange time, and accepts the wall clock after a jump. */
import { InvalidArgumentError, type Command as Program } from "commander";
import type { AcceptedTime, TimeState } from "../src/ops/time-port.ts";
import { askAdmin } from "./ask-admin.ts";
import { dataDirOption } from "./data-dir-option.ts";

function parseWholeMs(text: string): number {
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError("whole milliseconds are expected.");
}

/** Adds the commands `time show` and `time accept`. */
export function addTime(program: Program): void {
  const time = program.command("time").description("the time of the running exchange");
  time
    .command("show", { isDefault: true })
    .description("show exchange time, the wall clock and whether a jump is held")
    .addOption(dataDirOption())
    .action(async ({ dataDir }: { dataDir: string }) => {
      console.log(JSON.stringify(await askAdmin<TimeState>(dataDir, "/time"), undefined, 2));
    });
  time
    .command("accept")
    .description("accept the wall clock after a jump; new orders are taken again")
    .addOption(dataDirOption())
    .option(
      "--difference <ms>",
      "differenceMs that was shown; the present one if absent",
      parseWholeMs,
    )
    .action(async (options: { dataDir: string; difference?: number }) => {
      const { dataDir, difference } = options;
      const differenceMs = difference ?? (await askAdmin<TimeState>(dataDir, "/time")).differenceMs;
      const accepted = await askAdmin<AcceptedTime>(dataDir, "/time/accept", { differenceMs });
      console.log(JSON.stringify({ differenceMs, ...accepted }, undefined, 2));
    });
}
