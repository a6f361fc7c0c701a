/** Small files of the data directory are lost, emptied or exchanged between two starts. */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExchangeProcess, refusedStart } from "../conformance/support/exchange-process.ts";

const dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
const TOKEN = "chosen-by-the-operator";
const pathOf = (name: string): string => join(dataDir, name);

beforeAll(async () => {
  // A failed first start of an earlier version left an empty key behind.
  writeFileSync(pathOf("master.key"), "", { mode: 0o600 });
  const running = await ExchangeProcess.start(dataDir);
  expect(await running.terminate()).toBe(0);
}, 60_000);

afterAll(() => rmSync(dataDir, { recursive: true }));

/** Spoils a file, expects the start to be refused with its path and advice, and restores it. */
async function expectNamed(name: string, spoil: (path: string) => void, advice: string) {
  const path = pathOf(name);
  copyFileSync(path, `${path}.copy`);
  spoil(path);
  const { code, message } = await refusedStart(dataDir);
  expect(code).toBe(1);
  expect(message).toContain(path);
  expect(message).toContain(advice);
  renameSync(`${path}.copy`, path);
}

describe("small files", { timeout: 60_000 }, () => {
  it("are each named with what to do when they cannot be used", async () => {
    const journal = (): string[] => readdirSync(pathOf("journal"));
    const before = journal();
    await expectNamed("credentials.json", (path) => truncateSync(path, 0), "it is empty; restore");
    await expectNamed("credentials.json", (path) => truncateSync(path, 99), "restore it from a");
    await expectNamed("master.key", (path) => rmSync(path), "it is absent; restore it from a copy");
    await expectNamed("master.key", (path) => writeFileSync(path, "k".repeat(32)), "restore the");
    expect(journal()).toEqual(before);
  });

  it("serve again once they are restored, and are not rewritten when nothing changed", async () => {
    const first = await ExchangeProcess.start(dataDir);
    const { port } = new URL(first.address.baseUrl);
    const { ino } = statSync(pathOf("credentials.json"));
    await first.kill();
    const flags = ["--no-agents", "--rate-limits", "off", "--port", port];
    const again = await ExchangeProcess.start(dataDir, { flags });
    expect(statSync(pathOf("credentials.json")).ino).toBe(ino);
    expect(again.credentials).toEqual(first.credentials);
    await again.kill();
  });

  it("are made anew where that was advised: credentials removed", async () => {
    const before = readFileSync(pathOf("credentials.json"), "utf8");
    rmSync(pathOf("credentials.json"));
    const running = await ExchangeProcess.start(dataDir, {
      environment: { ADMIN_TOKEN: TOKEN },
    });
    expect(running.credentials.admin.token).toBe(TOKEN);
    expect(running.credentials.users).toHaveLength(4);
    expect(before).not.toContain(running.credentials.users[0]?.apiKey);
    expect(await running.audit()).toMatchObject({ holds: true });
    await running.kill();
  });
});
