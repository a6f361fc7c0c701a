/** Starts that cannot be: each is refused in one line that names its file and what to do. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ExchangeProcess,
  type ProcessOptions,
  QUIET_FLAGS,
  refusedStart,
} from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { CLOCK_OFFSET_VARIABLE } from "./support/clock-offset.ts";
import { INJECTION } from "./support/faulty-exchange.ts";
import { expectOnPage } from "./support/operator-messages.ts";
import { figure } from "./support/signs.ts";
import {
  FIRST_CONTENT_BYTE,
  flipBit,
  lastSegment,
  spoilLastBatch,
  writeLaterFormat,
} from "./support/spoilt-files.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const top = mkdtempSync(join(tmpdir(), "bourse-"));
const whole = join(top, "whole");
const dataDir = join(top, "data");
const pathOf = (...names: readonly string[]): string => join(dataDir, ...names);

beforeAll(async () => {
  const running = await ExchangeProcess.start(whole);
  // A stop waits for the history for two seconds only, and messages name its end.
  const lag = (): Promise<number> => figure(running, "bourse_history_lag_commands");
  await eventually("the history is complete", async () => (await lag()) === 0);
  expect(await running.terminate()).toBe(0);
});

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(whole, dataDir, { recursive: true });
});

afterAll(() => rmSync(top, { recursive: true }));

function removeJournal(): void {
  rmSync(pathOf("journal"), { recursive: true });
}

/** The recorded end tells of another journal. */
function exchangeHash(): void {
  const path = pathOf("durable-end.json");
  const end = JSON.parse(readFileSync(path, "utf8")) as { hash: string };
  writeFileSync(path, JSON.stringify({ ...end, hash: end.hash.replace(/^./, "g") }));
}

/** The exchange with a wall clock that is off from the start. */
function clockOff(offsetMs: number): ProcessOptions {
  const environment = { [CLOCK_OFFSET_VARIABLE]: String(offsetMs) };
  return { preload: INJECTION, environment };
}

type Refusal = {
  readonly situation: string;
  readonly spoil?: () => void;
  readonly options?: ProcessOptions;
};

const REFUSALS: readonly Refusal[] = [
  {
    situation: "the data directory is a file",
    spoil: () => {
      rmSync(dataDir, { recursive: true });
      writeFileSync(dataDir, "");
    },
  },
  {
    situation: "the lock is not a file of ours",
    spoil: () => writeFileSync(pathOf("lock.sqlite"), "x".repeat(5_000)),
  },
  {
    situation: "`credentials.json` is empty",
    spoil: () => truncateSync(pathOf("credentials.json"), 0),
  },
  {
    situation: "`credentials.json` is cut",
    spoil: () => truncateSync(pathOf("credentials.json"), 99),
  },
  { situation: "`master.key` is absent", spoil: () => rmSync(pathOf("master.key")) },
  {
    situation: "`master.key` is of another exchange",
    spoil: () => writeFileSync(pathOf("master.key"), "k".repeat(32)),
  },
  {
    situation: "`master.key` can be read by others",
    spoil: () => chmodSync(pathOf("master.key"), 0o644),
  },
  { situation: "the journal was removed", spoil: removeJournal },
  {
    situation: "the last segment of the journal is shorter than it was made",
    spoil: () => truncateSync(lastSegment(dataDir), 100_000),
  },
  {
    situation: "the last batch of the journal is damaged",
    spoil: () => spoilLastBatch(dataDir),
  },
  {
    situation: "the journal is damaged before its end",
    spoil: () => flipBit(lastSegment(dataDir), FIRST_CONTENT_BYTE),
  },
  {
    situation: "the journal is of a later format",
    spoil: () => writeLaterFormat(dataDir),
  },
  {
    situation: "`durable-end.json` is cut",
    spoil: () => truncateSync(pathOf("durable-end.json"), 9),
  },
  { situation: "`durable-end.json` is of another exchange", spoil: exchangeHash },
  {
    situation: "`--accept-loss-after` names another end than the journal has",
    options: { flags: [...QUIET_FLAGS, "--accept-loss-after", "7"] },
  },
  {
    situation: "the address is not of this machine",
    options: {
      flags: [...QUIET_FLAGS, "--host", "192.0.2.1"],
      environment: { ADMIN_TOKEN: "chosen-by-the-operator" },
    },
  },
  {
    situation: "an address beyond loopback without an admin token",
    options: { flags: [...QUIET_FLAGS, "--host", "0.0.0.0"] },
  },
  {
    situation: "an admin token of seven characters",
    options: { environment: { ADMIN_TOKEN: "secret!" } },
  },
  {
    situation: "`--speed` without `--replay`",
    options: { flags: [...QUIET_FLAGS, "--speed", "2"] },
  },
  {
    situation: "the file for `--config` is absent",
    options: { flags: [...QUIET_FLAGS, "--config", "/absent/bourse.json"] },
  },
  { situation: "a limit of 100 open files", options: { openFilesMax: 100 } },
  {
    situation: "a capture for `--replay` is absent",
    options: { flags: [...QUIET_FLAGS, "--replay", "/absent/usdm/btcusdt_20250101"] },
  },
  {
    situation: "a file of candles for `--past` is absent",
    spoil: () => rmSync(dataDir, { recursive: true }),
    options: { flags: [...QUIET_FLAGS, "--past", "/absent/btcusdt.csv"] },
  },
  {
    situation: "a new exchange with a clock of 30 years ago",
    spoil: () => rmSync(dataDir, { recursive: true }),
    options: clockOff(-30 * YEAR_MS),
  },
  {
    situation: "the clock is an hour behind the journal under `--clock-jumps stop`",
    options: { ...clockOff(-HOUR_MS), flags: [...QUIET_FLAGS, "--clock-jumps", "stop"] },
  },
];

async function expectRefused(situation: string, options: ProcessOptions = {}): Promise<void> {
  const { code, message } = await refusedStart(dataDir, options);
  expectOnPage({ situation, exitCode: code, event: "start_failed", message }, dataDir);
  expect(code).toBe(1);
}

describe("a start that cannot be", () => {
  it.each(REFUSALS)("is refused where $situation", async ({ options, situation, spoil }) => {
    spoil?.();
    await expectRefused(situation, options);
  });

  it.each([
    ["--past", "absent/btcusdt.csv"],
    ["--past", "garbage/btcusdt.csv"],
    ["--replay", "absent/usdm/btcusdt_20250101"],
  ])("leaves no new data directory behind: %s %s", async (flag, path) => {
    mkdirSync(join(dataDir, "garbage"));
    writeFileSync(join(dataDir, "garbage/btcusdt.csv"), "no candles");
    const fresh = join(dataDir, "fresh");
    const { code } = await refusedStart(fresh, {
      flags: [...QUIET_FLAGS, flag, join(dataDir, path)],
    });
    expect(code).toBe(1);
    expect(existsSync(fresh)).toBe(false);
  });

  it("is refused where another program listens on the port", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
    });
    try {
      const flags = [...QUIET_FLAGS, "--port", String(port)];
      await expectRefused("another program listens on the port", { flags });
    } finally {
      server.close();
    }
  });
});
