/** Small files of the data directory are lost between two starts. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExchangeProcess } from "../conformance/support/exchange-process.ts";

const dataDir = mkdtempSync(join(tmpdir(), "bourse-"));
const TOKEN = "chosen-by-the-operator";
const pathOf = (name: string): string => join(dataDir, name);

beforeAll(async () => {
  // A failed first start of an earlier version left an empty key behind.
  writeFileSync(pathOf("master.key"), "", { mode: 0o600 });
  const running = await ExchangeProcess.start(dataDir);
  expect(await running.terminate()).toBe(0);
});

afterAll(() => rmSync(dataDir, { recursive: true }));

describe("small files", () => {
  it("are not rewritten when nothing changed", async () => {
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
