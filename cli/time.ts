/** The command `time`: shows exchange time, and accepts the wall clock after a jump. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError, type Command as Program } from "commander";
import { CREDENTIALS_FILE, type Credentials } from "../src/main/credentials.ts";
import type { AcceptedTime, TimeState } from "../src/ops/time-port.ts";
import { dataDirOption } from "./data-dir-option.ts";

const RESPONSE_MS_MAX = 10_000;

/**
 * Sends a request to the admin API of the exchange that runs on the data directory. Throws an error
 * with the cause and the next step.
 */
async function requestAdmin<T>(dataDir: string, path: string, body?: object): Promise<T> {
  const file = join(dataDir, CREDENTIALS_FILE);
  const { admin, baseUrl } = readCredentials(file);
  const postOptions = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${baseUrl}/admin/v1${path}`, {
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(RESPONSE_MS_MAX),
    ...postOptions,
  }).catch((cause: unknown) => {
    const where = `no exchange answers at ${baseUrl}, the address in ${file}`;
    throw new Error(`${where}: start it, or name its data directory with --data-dir`, { cause });
  });
  const responseBody = (await response.json()) as T & {
    readonly error?: { readonly message: string };
  };
  if (responseBody.error !== undefined) throw new Error(responseBody.error.message);
  return responseBody;
}

function readCredentials(file: string): Credentials {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Credentials;
  } catch (cause) {
    const message = `${file} cannot be read: name the data directory with --data-dir`;
    throw new Error(message, { cause });
  }
}

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
      console.log(JSON.stringify(await requestAdmin<TimeState>(dataDir, "/time"), undefined, 2));
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
      const differenceMs =
        difference ?? (await requestAdmin<TimeState>(dataDir, "/time")).differenceMs;
      const accepted = await requestAdmin<AcceptedTime>(dataDir, "/time/accept", { differenceMs });
      console.log(JSON.stringify({ differenceMs, ...accepted }, undefined, 2));
    });
}
