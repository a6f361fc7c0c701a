/** Users, their ledger and new markets at the desk of the operator, on a started exchange. */
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import { restV2 } from "../conformance/support/bitget-api-clients.ts";
import { adminRequest } from "../support/admin-request.ts";
import { confirmAct, doAct, openDesk } from "./support/desk-window.ts";
import type { OpenOptions, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const SPOT_ORDER = { symbol: "BTCUSDT", orderType: "market", force: "gtc" } as const;

let credentials: Credentials;

const terminal = useTerminal("desk-users", {
  prepare({ exchange }) {
    ({ credentials } = exchange);
  },
});

function uidOf(name: string): string {
  return credentials.users.find((user) => user.name === name)?.uid ?? "";
}

function opened(section: string, options: OpenOptions = {}): Promise<TerminalWindow> {
  const { admin, baseUrl } = credentials;
  return openDesk(terminal.browser, { baseUrl, section, token: admin.token }, options);
}

async function read(path: string): Promise<unknown> {
  return (await adminRequest(credentials, "GET", path)).json();
}

describe("users at the desk", () => {
  it("are found by a part of the name, and frozen with the keyboard alone", async () => {
    const window = await opened("users");
    const { page } = window;
    await page.getByLabel(/part of the name$/).focus();
    await page.keyboard.type("UNIFIED-de");
    await page.keyboard.press("Enter");
    const uid = uidOf("unified-demo");
    await page.getByRole("link", { name: uidOf("classic") }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: uid }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel(/^Withdrawals\./).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Set the freezes" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Withdrawals: frozen.", { exact: false }).waitFor();
    await page.keyboard.type("stolen phone");
    await page.keyboard.press("Enter");
    await page.getByText("This user is frozen: withdrawals.").waitFor();
    expect(await read(`/users/${uid}`)).toMatchObject({ freezes: ["withdrawals"] });
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("are credited after the amount is repeated, and the ledger has the posting", async () => {
    const uid = uidOf("classic");
    const window = await opened(`users/${uid}/balances`);
    const { page } = window;
    await page.getByLabel("Coin", { exact: true }).fill("eth");
    await page.getByLabel("Amount", { exact: true }).fill("1,5");
    await page.getByText("Write an amount above zero such as 0.25").waitFor();
    await page.getByLabel("Amount", { exact: true }).fill("1.25");
    await page.getByRole("button", { name: "Review the credit" }).click();
    await doAct(page, `Credit ${uid}`, "1.25 ETH");
    await page.getByText("1.25 ETH are credited").waitFor();
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("link", { name: "Ledger of this user" }).click();
    await page.getByText(/^✓ Opening, credits less debits, and closing agree/).waitFor();
    const postings = page.getByRole("table", { name: "Postings" });
    await postings.getByRole("cell", { name: "1.25", exact: true }).waitFor();
    await page.getByText("✓ Each balance shown", { exact: false }).waitFor();
    await page.getByText("✓ Each posting shown and the accounts on its other side").waitFor();
    const credited = postings.getByRole("row").filter({ hasText: "1.25" });
    await credited.getByRole("link", { name: "exchange: outside world" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Ledger of the exchange, live" }).waitFor();
    const outside = page.getByRole("row").filter({ hasText: "outside world ETH" });
    await outside.locator("summary").focus();
    await page.keyboard.press("Enter");
    await outside.getByText(/^credit .* other side: wallets of users, /).waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("have postings that lead to clearing, fees and the other wallets of the same user", async () => {
    const key = credentials.users.find(({ name }) => name === "classic");
    const rest = restV2(terminal.exchange.address, key);
    await rest.spotSubmitOrder({ ...SPOT_ORDER, side: "buy", size: "600" });
    const moved = { coin: "USDT", amount: "12.5", symbol: "" };
    await rest.spotTransfer({ ...moved, fromType: "spot", toType: "p2p" });
    const window = await opened(`ledger/${uidOf("classic")}`, { screen: "phone" });
    const { page } = window;
    const postings = page.getByRole("table", { name: "Postings" });
    const bought = postings.getByRole("row").filter({ hasText: "buy BTCUSDT" });
    const ofCoins = bought.filter({ hasText: "spot BTC" }).first();
    for (const name of ["exchange: clearing", "exchange: fees"]) {
      const link = ofCoins.getByRole("link", { name });
      expect(await link.getAttribute("href")).toBe("/desk/ledger/live");
    }
    const paid = postings.getByRole("row").filter({ hasText: "12.5" });
    await paid.filter({ hasText: "transfer out" }).getByText("own funding").waitFor();
    await paid.filter({ hasText: "transfer in" }).getByText("own spot").waitFor();
    await page.getByText("✓ Each posting shown and the accounts on its other side").waitFor();
    await postings.scrollIntoViewIfNeeded();
    await window.screenshot("desk-postings-phone");
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("get a key whose secret is shown once, which is revoked", async () => {
    const uid = uidOf("unified");
    const window = await opened(`users/${uid}/keys`);
    const { page } = window;
    await page.getByLabel("Addresses that may use it").fill("203.0.113.7, 198.51.100.0/24");
    await page.getByRole("button", { name: "Create a key" }).click();
    await confirmAct(page, `Create a key for ${uid}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Copy the secret now", { exact: false }).waitFor();
    const apiKey = (await dialog.locator("code").first().textContent()) ?? "";
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: `Revoke ${apiKey}` }).click();
    await doAct(page, "Revoke the key", uid);
    await page.getByRole("button", { name: `Revoke ${apiKey}` }).waitFor({ state: "detached" });
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("markets at the desk", () => {
  it("are listed offline, given an index price, and set online", async () => {
    const window = await opened("markets/listing");
    const { page } = window;
    await page.getByRole("button", { name: "List a coin" }).click();
    await page.getByLabel("Code").fill("NEWC");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await doAct(page, "List the coin");
    await page.getByRole("cell", { name: "NEWC" }).waitFor();
    const terms = [
      ...[
        ["Symbol", "NEWCUSDT"],
        ["Base coin", "NEWC"],
        ["Quote coin", "USDT"],
      ],
      ...[
        ["Price step", "0.01"],
        ["Size step", "0.0001"],
        ["Smallest size", "0.0001"],
      ],
      ...[
        ["Largest size", "10000"],
        ["Highest maker fee", "0.001"],
      ],
      ...[
        ["Highest taker fee", "0.001"],
        ["Price band of buys", "0.05"],
      ],
      ["Price band of sells", "0.05"],
    ] as const;
    for (const [label = "", text = ""] of terms) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByRole("button", { name: "Review the listing" }).click();
    await doAct(page, "List NEWCUSDT", "NEWCUSDT");
    await page.goto(`${credentials.baseUrl}/desk/markets/live/spot/NEWCUSDT`);
    await page.getByRole("button", { name: "Hold a price" }).click();
    await page.getByRole("textbox", { name: "Index price" }).fill("20");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await doAct(page, "Hold the index price", "NEWCUSDT");
    await page.getByText("held by an operator").waitFor();
    await page.getByRole("button", { name: "Set online" }).click();
    await doAct(page, "Resume NEWCUSDT spot");
    await page.getByRole("button", { name: "Set halted" }).waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });
});
