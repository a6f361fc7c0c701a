import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bannerText } from "../../src/main/banner.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SNIPPET_MS_MAX = 60_000;
const TEST_MS_MAX = 120_000;

/** A folder as a reader has it: installed packages, and the data of a running exchange. */
const folder = mkdtempSync(join(tmpdir(), "bourse-readme-"));
symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
const running = await ExchangeProcess.start(join(folder, "data"), { flags: [] });
afterAll(async () => {
  await running.kill();
  rmSync(folder, { recursive: true });
});

/** Runs a script in the folder until it ends by itself. */
async function run(text: string): Promise<{ readonly code: unknown; readonly said: string }> {
  const path = join(folder, "snippet.mjs");
  writeFileSync(path, text);
  const child = spawn(process.execPath, [path], { cwd: folder, timeout: SNIPPET_MS_MAX });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [code] = await once(child, "close");
  return { code, said };
}

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const snippets = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text = ""]) => text);

/** The lines of the banner under a client's name. */
function fromBanner(name: string): string {
  const lines = bannerText(running.credentials, {
    credentialsPath: join(folder, "data/credentials.json"),
    isEphemeral: false,
    isTokenChosen: false,
  }).split("\n");
  const from = lines.indexOf(`  ${name}`) + 2;
  return lines.slice(from, lines.indexOf("", from)).join("\n");
}

describe("the snippets that people paste", { timeout: TEST_MS_MAX }, () => {
  it("of the README for ccxt places an order and shows a book", async () => {
    const { code, said } = await run(snippets[0] ?? "");
    expect(said).toMatch(/id: '\d{19}'/);
    expect(said).toMatch(/bids: .*\[/);
    expect(code).toBe(0);
  });

  it("of the README for bitget-api reads a ticker and is pushed a book", async () => {
    const { code, said } = await run(snippets[1] ?? "");
    expect(said).toMatch(/code: '00000'/);
    expect(said).toMatch(/topic: 'books5'/);
    expect(code).toBe(0);
  });

  it("of the README for demo trading reach the demo realm", async () => {
    const [, wsUrl = ""] = /`(wsUrl: [^`]*)`/.exec(readme) ?? [];
    const [, enable = ""] = /`(exchange\.enableDemoTrading\(true\))`/.exec(readme) ?? [];
    expect([wsUrl, enable]).not.toContain("");
    const ofDemo = (text = "") => text.replace('=== "unified")', '=== "unified-demo")');
    const first = "await exchange.loadHttpProxyAgent();";
    const ccxt = ofDemo(snippets[0]).replace(first, `${enable};\n${first}`);
    const traded = await run(ccxt);
    expect(traded.said).toMatch(/id: '\d{19}'/);
    expect(traded.code).toBe(0);
    const bitgetApi = ofDemo(snippets[1])
      .replace("baseUrl });", "baseUrl, demoTrading: true });")
      .replace("wsUrl: ws.v3Private }", `demoTrading: true, ${wsUrl} }`);
    expect(bitgetApi).toContain("/demo/v3/");
    const pushed = await run(bitgetApi);
    expect(pushed.said).toMatch(/topic: 'books5'/);
    expect(pushed.code).toBe(0);
  });

  it("of the banner run as they stand", async () => {
    const ccxt = await run(fromBanner("ccxt"));
    expect(ccxt.said).toMatch(/symbol: 'BTC\/USDT'/);
    expect(ccxt.code).toBe(0);
    const bitgetApi = await run(fromBanner("bitget-api"));
    expect(bitgetApi.said).toMatch(/code: '00000'/);
    expect(bitgetApi.code).toBe(0);
  });
});
