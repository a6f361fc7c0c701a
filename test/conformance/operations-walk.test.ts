/** The commands of docs/operations.md work in the order in which a newcomer types them. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { CREDENTIALS_FILE, type Credentials } from "../../src/main/credentials.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { signedHeaders } from "../support/signed-headers.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { jumpingClock } from "./support/clock-jump.ts";
import { type DocumentBlock, documentBlocks } from "./support/document-blocks.ts";
import { ForegroundExchange } from "./support/foreground-exchange.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COMMAND_MS_MAX = 120_000;
const WALK_MS_MAX = 300_000;
/** Characters of an output that a failure shows. */
const OUTPUT_MAX = 4_000;
const CLONED = "package.json cli src docs ops node_modules tsconfig.json".split(" ");
const TOOLS = ["bash", "npm", "curl", "jq", "openssl"];
const HAS_TOOLS = TOOLS.every((name) => spawnSync(name, ["--help"]).error === undefined);
const ORDER_PATH = "/api/v2/spot/trade/place-order";

/** Commands that need root or a container engine: how they begin, and the file that tests them. */
const ELSEWHERE: Readonly<Record<string, { readonly begins: RegExp; readonly test: string }>> = {
  "As a service of systemd": { begins: /^(sudo|journalctl) /, test: "service-unit.test.ts" },
  "In a container": { begins: /^podman /, test: "container-file.test.ts" },
  "Behind a TLS proxy": { begins: /^sudo /, test: "proxy.test.ts" },
};

/** Commands that would change the machine, whatever the section. */
const OF_MACHINE = /^(sudo|systemctl|journalctl|podman|docker)\b/;

/** What the text of a section says that its commands show. */
const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  "Address of the admin API": [/^bourse_history_lag_commands \d+$/m],
  "Following a request": [
    /seq \d+ {2}place_order {2}request=\S+/,
    /^\{"seq":.*"command":"place_order".*\}$/m,
    /^\{.*"kind":"place_order".*\}$/m,
  ],
  "Admin API": [/"apiKey":"\w+"/],
  "The clock": [/"mode": "held"/, /"result": "stepped"/],
  Upgrade: [
    /"state": "readable"/,
    /^bourse_history_lag_commands \d+$/m,
    /"seq": \d+/,
    /^dataDir +\S*\/venue +--data-dir$/m,
  ],
  "Backup and restore": [/"seq": \d+/, /"isIntact": true/, /"stateHash": "\w+"/],
  "Trying a backup": [/"status":"ready"/, /"seq":\d+,"holds":true/, /"coin":"USDT"/, /"orderId"/],
};

/** A folder as a reader has it: the files of the repository, and what the commands create. */
const clone = temporaryDirectory("operations");
for (const name of CLONED) symlinkSync(join(ROOT, name), join(clone, name));

const environment: Record<string, string> = {
  // Without the generated market an exchange is ready sooner and does only what the walk does.
  BOURSE_AGENTS: "false",
};
/** While it exists, the clock of exchanges is ahead. */
const jumpFile = join(clone, "clock-jump");
let exchange: ForegroundExchange | undefined;
/** The data directory of a restored backup, which is started beside the exchange. */
const RESTORED = "venue-restored";
let restored: ForegroundExchange | undefined;

afterAll(async () => {
  await restored?.kill();
  await exchange?.kill();
  rmSync(clone, { recursive: true });
});

/** Returns the document with free ports in its blocks, and keeps the default port free as well. */
async function blocksWithFreePorts(): Promise<DocumentBlock[]> {
  const ports = new Map<string, string>();
  for (const port of ["8080", "9000", "9090", "9100"]) ports.set(port, String(await freePort()));
  environment["BOURSE_PORT"] = ports.get("8080") ?? "";
  const text = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const replaced = (line: string): string =>
    line.replaceAll(/(?<=--port |127\.0\.0\.1:)\d+/g, (port) => ports.get(port) ?? port);
  return documentBlocks(text).map(({ lines, section }) => ({
    section,
    lines: lines.map(replaced),
  }));
}

/**
 * Starts an exchange as the line says, after the one before has stopped in order; a restored one
 * runs beside it.
 */
async function startAs(line: string): Promise<void> {
  const place = { cwd: clone, environment: { ...environment, ...jumpingClock(jumpFile) } };
  if (line.includes(RESTORED)) {
    restored = await ForegroundExchange.start(line, place);
    return;
  }
  await stop();
  exchange = await ForegroundExchange.start(line, place);
  if (environment["ORDER_ID"] === undefined) await placeOrder();
}

async function stop(): Promise<void> {
  if (exchange === undefined) return;
  expect(await exchange.terminate()).toBe(0);
  exchange = undefined;
}

type ServerTime = { readonly data: { readonly serverTime: string } };

/** A client places an order, which later commands ask for; their variables are set. */
async function placeOrder(): Promise<void> {
  const path = join(clone, "venue", CREDENTIALS_FILE);
  const { baseUrl, users } = JSON.parse(readFileSync(path, "utf8")) as Credentials;
  const user = users.find(({ name }) => name === "classic");
  if (user === undefined) throw new Error("the credentials name the user classic");
  const body = JSON.stringify({
    ...{ symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" },
    ...{ price: "20000", size: "0.001" },
  });
  const { data } = (await (await fetch(`${baseUrl}/api/v2/public/time`)).json()) as ServerTime;
  // Exchange time: the clock of the exchange is ahead later on.
  const timestampMs = Number(data.serverTime);
  const headers = signedHeaders(user, { method: "POST", path: ORDER_PATH, body, timestampMs });
  const response = await fetch(baseUrl + ORDER_PATH, { method: "POST", headers, body });
  const answer = (await response.json()) as { readonly data?: { readonly orderId: string } };
  expect(answer).toMatchObject({ code: "00000" });
  Object.assign(environment, {
    ORDER_ID: answer.data?.orderId,
    REQUEST_ID: response.headers.get("x-request-id"),
    SEQ: response.headers.get("x-bourse-seq"),
    USER_UID: user.uid,
  });
}

/** The wall clock jumps, and the exchange holds new orders. */
async function jumpClock(): Promise<void> {
  writeFileSync(jumpFile, "");
  await eventually("the exchange is not ready", async () => {
    const response = await fetch(`http://127.0.0.1:${environment["BOURSE_PORT"]}/health/ready`);
    return response.status === 503;
  });
}

/** Balances and open orders of the first users, by the admin API of a data directory. */
async function holdingsIn(directory: string): Promise<readonly unknown[]> {
  const path = join(clone, directory, CREDENTIALS_FILE);
  const { admin, baseUrl, users } = JSON.parse(readFileSync(path, "utf8")) as Credentials;
  const headers = { authorization: `Bearer ${admin.token}` };
  const paths = users.flatMap(({ uid }) => [`users/${uid}/balances`, `users/${uid}/orders`]);
  return Promise.all(
    paths.map(async (each) => {
      const response = await fetch(`${baseUrl}/admin/v1/${each}`, { headers });
      expect(response.status).toBe(200);
      return response.json();
    }),
  );
}

/** What the exchange had when the backup was taken. */
let backedUp: readonly unknown[] | undefined;

/** Notes what the first backup will contain. */
async function noteHoldings(): Promise<void> {
  backedUp ??= await holdingsIn("venue");
}

/** A client trades on after the backup. */
async function tradeOn(): Promise<void> {
  if (restored === undefined) await placeOrder();
}

/** What happens before the commands of a section make sense. */
const BEFORE: Readonly<Record<string, () => Promise<void>>> = {
  "The clock": jumpClock,
  "Backup and restore": noteHoldings,
  "Trying a backup": tradeOn,
};

/** The restored exchange has what the backup had, beside the original, which has more. */
async function checkRestored(): Promise<void> {
  if (restored === undefined) throw new Error("a restored exchange runs");
  expect(backedUp?.length).toBeGreaterThan(3);
  expect(await holdingsIn(RESTORED)).toEqual(backedUp);
  expect(await holdingsIn("venue")).not.toEqual(backedUp);
  expect(await restored.terminate()).toBe(0);
  restored = undefined;
}

/** Runs commands until they end, and returns what they print; each must succeed. */
async function run(commands: readonly string[]): Promise<string> {
  const argv = ["-euo", "pipefail", "-c", commands.join("\n")];
  const env = { ...process.env, ...environment };
  const options = { cwd: clone, env, timeout: COMMAND_MS_MAX };
  const { stdout } = await promisify(execFile)("bash", argv, options);
  return stdout;
}

/** Runs a block in order; returns all that its commands print. */
async function runBlock({ lines, section }: DocumentBlock): Promise<string> {
  let output = "";
  let commands: string[] = [];
  await BEFORE[section]?.();
  const runCommands = async (): Promise<void> => {
    if (commands.length > 0) output += await run(commands);
    commands = [];
  };
  for (const line of lines) {
    if (ELSEWHERE[section]?.begins.test(line) === true) continue;
    if (OF_MACHINE.test(line))
      throw new Error(`name the test that covers it in ELSEWHERE: ${line}`);
    if (!line.startsWith("npm start")) {
      commands.push(line);
      continue;
    }
    await runCommands();
    await startAs(line);
  }
  await runCommands();
  return output;
}

describe.skipIf(!HAS_TOOLS)(`docs/operations.md (skipped without ${TOOLS.join(", ")})`, () => {
  it("has commands that work one after another", { timeout: WALK_MS_MAX }, async () => {
    const shown = new Map<string, string>();
    for (const block of await blocksWithFreePorts()) {
      const { lines, section } = block;
      const output = await runBlock(block).catch((cause: unknown) => {
        const text = `this block of "${section}" fails:\n${lines.join("\n")}\n`;
        throw new Error(`${text}${cause}`, { cause });
      });
      shown.set(section, (shown.get(section) ?? "") + output);
    }
    await checkRestored();
    // The last start of the exchange itself is that of an upgrade.
    expect(exchange?.ready).toMatchObject({ commandsReplayed: 0 });
    await stop();
    const absent = Object.entries(SHOWN).flatMap(([section, patterns]) =>
      patterns
        .filter((pattern) => !pattern.test(shown.get(section) ?? ""))
        .map((pattern) => ({ section, pattern, output: shown.get(section)?.slice(0, OUTPUT_MAX) })),
    );
    expect(absent).toEqual([]);
    const [header = ""] = readFileSync(join(clone, "january.csv"), "utf8").split("\n");
    expect(header.split(",")).toContain("movements");
  });
});

describe("commands of docs/operations.md that run elsewhere", () => {
  const blocks = documentBlocks(readFileSync(join(ROOT, "docs/operations.md"), "utf8"));

  it.each(Object.entries(ELSEWHERE))("%s", (section, { begins, test }) => {
    const lines = blocks
      .filter((block) => block.section === section)
      .flatMap((block) => block.lines);
    expect(lines.some((line) => begins.test(line))).toBe(true);
    expect(existsSync(join(import.meta.dirname, test))).toBe(true);
  });
});
