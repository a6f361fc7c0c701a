/** The time of a running exchange, and the operator's word after a jump of the wall clock. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError, Option, type Command as Program } from "commander";
import { CREDENTIALS_FILE, type Credentials } from "../src/main/credentials.ts";
import type { AcceptedTime, TimeState } from "../src/ops/time-port.ts";

const ANSWER_MS_MAX = 10_000;

/** Asks the admin API of the exchange that runs on the data directory. Throws what went wrong. */
async function ask<T>(dataDir: string, path: string, body?: object): Promise<T> {
  const file = join(dataDir, CREDENTIALS_FILE);
  const { admin, baseUrl } = readCredentials(file);
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${baseUrl}/admin/v1${path}`, {
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
    ...sent,
  }).catch((cause: unknown) => {
    const where = `no exchange answers at ${baseUrl}, the address in ${file}`;
    throw new Error(`${where}: start it, or name its data directory with --data-dir`, { cause });
  });
  const answer = (await response.json()) as T & { readonly error?: { readonly message: string } };
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer;
}

function readCredentials(file: string): Credentials {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Credentials;
  } catch (cause) {
    const message = `${file} cannot be read: name the data directory with --data-dir`;
    throw new Error(message, { cause });
  }
}

function wholeMs(text: string): number {
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError("whole milliseconds are expected.");
}

const DATA_DIR = new Option("--data-dir <path>", "data directory of the exchange")
  .env("DATA_DIR")
  .default("./data");

/** Adds `time` and `time accept`. */
export function addTime(program: Program): void {
  const time = program.command("time").description("the time of the running exchange");
  time
    .command("show", { isDefault: true })
    .description("show exchange time, the wall clock and whether a jump is held")
    .addOption(DATA_DIR)
    .action(async ({ dataDir }: { dataDir: string }) => {
      console.log(JSON.stringify(await ask<TimeState>(dataDir, "/time"), undefined, 2));
    });
  time
    .command("accept")
    .description("accept the wall clock after a jump; new orders are taken again")
    .addOption(DATA_DIR)
    .option("--difference <ms>", "differenceMs that was shown; the present one if absent", wholeMs)
    .action(async (options: { dataDir: string; difference?: number }) => {
      const { dataDir, difference } = options;
      const differenceMs = difference ?? (await ask<TimeState>(dataDir, "/time")).differenceMs;
      const accepted = await ask<AcceptedTime>(dataDir, "/time/accept", { differenceMs });
      console.log(JSON.stringify({ differenceMs, ...accepted }, undefined, 2));
    });
}
