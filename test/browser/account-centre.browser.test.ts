import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

/** Snippets find their packages as programs beside the repository's own do. */
const ROOT = join(import.meta.dirname, "../..");
const SNIPPET_MS_MAX = 30_000;

const terminal = useTerminal("account-centre");

/** Opens a section of the account centre as a ready-made user. */
function opened(name: "classic" | "unified", section: string): Promise<TerminalWindow> {
  return terminal.openAs(name, `/account/${section}`);
}

/** Runs a program and returns what it prints. Throws if it fails. */
async function run(command: string, name: string, text: string): Promise<string> {
  const folder = join(ROOT, "tmp");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text);
  const child = spawn(command, [path], { cwd: ROOT, timeout: SNIPPET_MS_MAX });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  rmSync(path);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
  return said;
}

/** Creates a key with the offered permissions and returns its programs by name. */
async function createdKey(page: Page, label: string): Promise<Record<string, string>> {
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Label").fill(label);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const programs: Record<string, string> = {};
  for (const name of ["ccxt", "bitget-api", "curl"]) {
    await page.getByRole("tab", { name }).click();
    programs[name] = (await page.locator("pre.snippet").textContent()) ?? "";
  }
  await page.getByRole("button", { name: "Close" }).click();
  return programs;
}

describe("API keys", () => {
  it("of the demo account work at once in the programs that the page shows", async () => {
    const window = await opened("unified", "keys");
    const { page } = window;
    await page.getByRole("button", { name: "Go to the demo account" }).click();
    await page.getByText("Keys of the demo account").waitFor();
    const programs = await createdKey(page, "demo bot");
    expect(await run(process.execPath, "demo-ccxt.mjs", programs["ccxt"] ?? "")).toContain("USDT:");
    const sdk = await run(process.execPath, "demo-sdk.mjs", programs["bitget-api"] ?? "");
    expect(sdk).toContain("accountEquity");
    expect(await run("bash", "demo-curl.sh", programs["curl"] ?? "")).toContain('"00000"');
    await page.reload();
    await page.getByText(/GET \/api\/v3\/account\/assets from 127\.0\.0\.1/).waitFor();
    expect(await page.getByText("Secret", { exact: true }).count()).toBe(0);
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("of a classic account are changed and deleted", async () => {
    const window = await opened("classic", "keys");
    const { page } = window;
    const programs = await createdKey(page, "live bot");
    const ccxt = programs["ccxt"] ?? "";
    expect(await run(process.execPath, "live-ccxt.mjs", ccxt)).toContain("USDT:");
    const row = page.getByRole("row").filter({ hasText: "live bot" });
    await row.getByRole("button", { name: "Change" }).click();
    await page.getByRole("textbox", { name: "Addresses" }).fill("10.0.0.1, nonsense");
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    await page.getByText(/ipList/).waitFor();
    await page.getByRole("textbox", { name: "Addresses" }).fill("10.0.0.1");
    await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
    await row.getByText("10.0.0.1").waitFor();
    await expect(run(process.execPath, "refused-ccxt.mjs", ccxt)).rejects.toThrow("40018");
    await row.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the key" }).click();
    await row.waitFor({ state: "detached" });
    await expect(run(process.execPath, "deleted-ccxt.mjs", ccxt)).rejects.toThrow("40037");
    await window.close();
  });
});

describe("coins", () => {
  it("are moved into the isolated margin account of a pair, and back", async () => {
    const window = await opened("classic", "transfer");
    const { page } = window;
    await page.getByLabel("To wallet").selectOption({ label: "Isolated margin" });
    await page.getByLabel("Pair of the isolated account").selectOption("ETHUSDT");
    const coins = page.getByLabel("Coin", { exact: true }).getByRole("option");
    // The coins that can move are loaded after the wallets are chosen.
    await expect.poll(() => coins.allTextContents()).toEqual(["USDT", "ETH"]);
    await page.getByRole("textbox", { name: "Amount" }).fill("250");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText("Moved 250 USDT").waitFor();
    await page.getByRole("button", { name: "Swap" }).click();
    await page.getByText("250 available").waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("251");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page
      .getByRole("alert")
      .getByText(/\(\d+\)/)
      .waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("50");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText("200 available").waitFor();
    await page.goto(`${terminal.baseUrl}/account`);
    await page.getByRole("row").filter({ hasText: "Isolated ETHUSDT" }).waitFor();
    await window.close();
  });

  it("are withdrawn to a new address, until the chain has confirmed it", async () => {
    const window = await opened("classic", "withdraw");
    const { page } = window;
    await page.getByText("No address of the book takes USDT").waitFor();
    await page.getByRole("button", { name: "New address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Chain").selectOption("TRC20");
    await dialog.getByRole("textbox", { name: "Address" }).fill("TXcold");
    await dialog.getByRole("textbox", { name: "Label" }).fill("cold store");
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByText("Fee 1 USDT").waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("5");
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    await page
      .getByRole("alert")
      .getByText(/\(\d+\)/)
      .waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("100");
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    await page.getByText("to TXcold on TRC20").waitFor();
    await page.getByText("Confirmed, 1 of 1 confirmations").waitFor();
    await window.screenshot("account-withdraw");
    await page.goto(`${terminal.baseUrl}/account/addresses`);
    await page.getByRole("row").filter({ hasText: "cold store" }).getByRole("button").click();
    await page.getByText("The address book is empty").waitFor();
    await window.close();
  });

  it("are converted while the quotation is valid, and not afterwards", async () => {
    const window = await opened("unified", "convert");
    const { page } = window;
    await page.getByRole("textbox", { name: "Amount" }).fill("100");
    await page.getByRole("button", { name: "Ask for a price" }).click();
    await page.getByText(/Valid for \d s/).waitFor();
    await page.getByRole("button", { name: "Convert now" }).click();
    await page.getByText(/^Got 0\.\d+ BTC/).waitFor();
    await page.getByRole("cell", { name: "100 USDT" }).waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("200");
    await page.getByRole("button", { name: "Ask for a price" }).click();
    await page.getByText("The quotation has expired").waitFor();
    expect(await page.getByRole("button", { name: "Convert now" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/Valid for \d s/).waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("sub-accounts", () => {
  it("get coins and keys, which programs use at once", async () => {
    const window = await opened("unified", "sub-accounts");
    const { page } = window;
    await page.getByRole("button", { name: "Create a sub-account" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("scalper");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: "scalper" });
    await row.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("textbox", { name: "Label" }).fill("bot");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const program = (await page.locator("pre.snippet").textContent()) ?? "";
    await page.getByRole("button", { name: "Close" }).click();
    await page.goto(`${terminal.baseUrl}/account/transfer`);
    await page.getByLabel("To account").selectOption({ label: "scalper" });
    await page.getByRole("textbox", { name: "Amount" }).fill("321");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText("Moved 321 USDT").waitFor();
    expect(await run(process.execPath, "sub-ccxt.mjs", program)).toMatch(/USDT: 321/);
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("the account mode", () => {
  it("changes to basic, and to advanced after the questionnaire", async () => {
    const window = await opened("unified", "mode");
    const { page } = window;
    // The ready-made users have passed it: the page is shown that this one has not.
    let isPassed = false;
    await page.route("**/terminal/v1/answer-questionnaire", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { isPassed: boolean } };
      isPassed = answer.data.isPassed;
      await route.fulfill({ response });
    });
    await page.route("**/terminal/v1/questionnaire", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, isPassed } } });
    });
    await page.reload();
    await page.getByRole("button", { name: "Use basic mode" }).click();
    await page.getByText("basic", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Answer the questionnaire" }).click();
    const choose = async (choices: readonly number[]): Promise<void> => {
      const questions = page.getByRole("group");
      for (const [place, choice] of choices.entries()) {
        await questions.nth(place).getByRole("radio").nth(choice).check();
      }
      await page.getByRole("button", { name: "Send answers" }).click();
    };
    await choose([0, 0, 0, 0]);
    await page.getByText("Some answers are wrong").waitFor();
    await choose([1, 2, 0, 1]);
    await page.getByRole("button", { name: "Use advanced mode" }).click();
    await page.getByText("advanced", { exact: true }).waitFor();
    await window.close();
  });

  it("changes between unified and classic, and the pages follow", async () => {
    const window = await opened("unified", "mode");
    const { page } = window;
    for (const other of ["classic", "unified"]) {
      await page.getByRole("button", { name: `Make it ${other}` }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `Make it ${other}` })
        .click();
      await page.getByText(`This is a ${other} account`).waitFor();
    }
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByText("account kind changed").first().waitFor();
    await window.close();
  });
});
