import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { plainClient, proClient } from "../conformance/support/ccxt-clients.ts";
import type { Key } from "../conformance/support/conformance-exchange.ts";
import { QUIET_FLAGS } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { OpenOptions, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const run = promisify(execFile);

const terminal = useTerminal("inspector", { flags: QUIET_FLAGS });

/** Opens the inspector as the user `unified`. */
async function opened(options: OpenOptions = {}): Promise<TerminalWindow> {
  const window = await terminal.openAs("unified", "/account/inspector", options);
  const { page } = window;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByLabel("Sent and received by").waitFor();
  return window;
}

/** Creates an API key of the user by the session of the page. */
function createdKey(page: Page, label: string): Promise<Key> {
  return page.evaluate<Key, string>(async (name) => {
    const answer = await fetch("/terminal/v1/create-key", {
      method: "POST",
      headers: { "x-bourse-terminal": "1", "content-type": "application/json" },
      body: JSON.stringify({
        ...{ label: name, permissions: ["uta_mgt_read", "uta_trade_read", "uta_trade_write"] },
        ipList: [],
      }),
    });
    const { data } = (await answer.json()) as { data: Key };
    return data;
  }, label);
}

/** Creates a key and chooses it. */
async function watchedKey(page: Page, label: string): Promise<Key> {
  const key = await createdKey(page, label);
  await page.reload();
  const choice = page.getByLabel("Sent and received by");
  await choice.getByRole("option", { name: `Key ${label}` }).waitFor({ state: "attached" });
  await choice.selectOption({ label: `Key ${label}` });
  await page.getByText("Live: all that the key sends").waitFor();
  return key;
}

/** Presses a button and returns what it copies. */
async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByText(`Copied: ${name}`).waitFor();
  return page.evaluate("navigator.clipboard.readText()");
}

it("requests of a program are listed, found when refused, and sent again as copied", async () => {
  const window = await opened();
  const { page } = window;
  const key = await watchedKey(page, "bot");
  await page.getByText("The key has sent nothing since").waitFor();
  await window.screenshot("inspector-empty");
  const client = await plainClient(terminal.exchange.address, key, { uta: true });
  await client.fetchBalance();
  const rows = page.getByRole("list", { name: "Requests and frames" });
  await rows
    .getByRole("button", { name: /GET \/api\/v3\/account\/assets 200 [\d.]+ ms/ })
    .waitFor();

  const order = { type: "limit", side: "buy", amount: 0, price: 1 } as const;
  const { amount, price, side, type } = order;
  await client
    .request("v3/trade/place-order", ["private", "uta"], "POST", {
      ...{ category: "SPOT", symbol: "BTCUSDT", orderType: type, side },
      ...{ qty: String(amount), price: String(price) },
    })
    .catch(() => undefined);
  const refused = rows.getByRole("button", { name: /place-order ✕ 400 \d+/ });
  await refused.waitFor();
  await page.getByRole("checkbox", { name: "Errors only" }).check();
  await eventually("one row", async () => (await rows.getByRole("button").count()) === 1);
  await refused.press("Enter");
  await page.getByRole("region", { name: "Detail" }).getByText('"qty": "0"').waitFor();
  await expectAccessible(page);
  await window.screenshot("inspector-detail");

  const curl = await copied(page, "curl");
  expect(curl).toContain('path=\'/api/v3/trade/place-order\'\nbody=\'{"category":"SPOT"');
  expect(curl).toContain(`"${terminal.baseUrl}\${path}"`);
  for (const secret of [key.secret, key.passphrase]) expect(curl).not.toContain(secret);
  const variables = { API_KEY: key.apiKey, API_SECRET: key.secret, API_PASSPHRASE: key.passphrase };
  const env = { ...process.env, ...variables };
  const code = /400 (\d+)/.exec((await refused.textContent()) ?? "")?.[1];
  expect((await run("bash", ["-c", curl], { env })).stdout).toContain(`"code":"${code}"`);
  for (const form of ["ccxt", "bitget-api"]) {
    const program = await copied(page, form);
    const args = ["--input-type=module", "-e", program];
    const failure = await run(process.execPath, args, { env }).catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain(code);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Detail" }).waitFor({ state: "detached" });
  expect(window.faults).toEqual([]);
  await window.close();
});

it("frames of a connection are listed, found by their channel and copied", async () => {
  const window = await opened();
  const { page } = window;
  const key = await watchedKey(page, "listener");
  const client = await proClient(terminal.exchange.address, key, { uta: true });
  client.watchOrders("BTC/USDT").catch(() => undefined);
  const rows = page.getByRole("list", { name: "Requests and frames" }).getByRole("button");
  await rows.filter({ hasText: /sent\s+subscribe order UTA/ }).waitFor();
  await page.getByLabel("Path or channel").selectOption({ label: "subscribe order UTA" });
  await page.getByLabel("Kind").selectOption({ label: "Frames received" });
  await eventually("the answer alone", async () => (await rows.count()) === 1);
  await rows.click();
  await page.getByRole("button", { name: "Copy received" }).click();
  await page.getByText("Copied: Received").waitFor();
  const frame: string = await page.evaluate("navigator.clipboard.readText()");
  expect(JSON.parse(frame)).toMatchObject({ event: "subscribe", arg: { topic: "order" } });
  await window.screenshot("inspector-frame");
  expect(window.faults).toEqual([]);
  await window.close();
});

it("arrow keys move between the rows, and the detail follows", async () => {
  const window = await opened({ theme: "light" });
  const { page } = window;
  await page.getByText("Everything on the screen comes by").waitFor();
  const rows = page.getByRole("list", { name: "Requests and frames" }).getByRole("button");
  await page.getByLabel("Kind").selectOption({ label: "Requests" });
  await page.getByRole("button", { name: "Pause" }).click();
  await rows.first().focus();
  await page.keyboard.press("Enter");
  const title = page.getByRole("region", { name: "Detail" }).getByRole("heading", { level: 3 });
  const first = await title.textContent();
  await page.keyboard.press("End");
  await eventually("another frame", async () => (await title.textContent()) !== first);
  await page.keyboard.press("Home");
  await eventually("the first frame", async () => (await title.textContent()) === first);
  await expectAccessible(page);
  await window.screenshot("inspector-page");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("Nothing was sent or received yet").waitFor();
  await window.close();
});

it("an interrupted stream is opened again and says that rows may be missing", async () => {
  const window = await opened({ screen: "phone" });
  const { page } = window;
  const key = await watchedKey(page, "phone bot");
  const client = await plainClient(terminal.exchange.address, key, { uta: true });
  await client.fetchBalance();
  const rows = page.getByRole("list", { name: "Requests and frames" });
  await rows.getByRole("button").first().waitFor();
  await window.screenshot("inspector-phone");
  await rows.getByRole("button").first().click();
  await page.getByRole("region", { name: "Detail" }).waitFor();
  await expectAccessible(page);
  await window.screenshot("inspector-phone-detail");
  await page.getByRole("button", { name: "Close the detail" }).click();
  // A changed key ends its streams.
  await page.evaluate(async (apiKey) => {
    await fetch("/terminal/v1/modify-key", {
      method: "POST",
      headers: { "x-bourse-terminal": "1", "content-type": "application/json" },
      body: JSON.stringify({ apiKey, label: "phone bot", isForAllAddresses: "yes" }),
    });
  }, key.apiKey);
  await page.getByText("Interrupted: the API key was changed").waitFor();
  await page.getByText("The stream was interrupted: requests may be missing").waitFor();
  await page.evaluate(async (apiKey) => {
    await fetch("/terminal/v1/delete-key", {
      method: "POST",
      headers: { "x-bourse-terminal": "1", "content-type": "application/json" },
      body: JSON.stringify({ apiKey }),
    });
  }, key.apiKey);
  await page.getByText("The exchange refuses the stream").waitFor();
  await window.close();
});
