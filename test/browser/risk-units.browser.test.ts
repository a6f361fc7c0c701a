import { expect, it } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const PRODUCT = {
  ...{ product: 7, leverage: 3, dailyRate: "0.00024" },
  ...{ transferLine: "0.7", buyLine: "0.75", openLine: "0.8" },
  ...{ liquidationLine: "0.9", stopLine: "0.6" },
  coins: [
    { coin: "USDT", ratio: "1", valueMaxUsd: 10_000_000 },
    { coin: "BTC", ratio: "0.9", valueMaxUsd: 1_000_000 },
  ],
  instruments: [
    { symbol: "BTCUSDT", category: "spot" },
    { symbol: "BTCUSDT", category: "usdt_futures" },
  ],
};

const terminal = useTerminal("risk-units", {
  prepare: ({ exchange }) => exchange.adminAnswer("PUT", "/loan-products", PRODUCT),
});

/** Opens the section as a ready-made user; returns the window and the uid. */
async function opened(name: "classic" | "unified"): Promise<[TerminalWindow, string]> {
  const window = await terminal.openAs(name, "/account/risk-units");
  return [
    window,
    terminal.exchange.credentials.users.find((user) => user.name === name)?.uid ?? "",
  ];
}

it.each(["classic", "unified"] as const)(
  "a %s account sees its unit, binds users, and reads the loans",
  async (kind) => {
    const [window, main] = await opened(kind);
    const { page } = window;
    await page.getByText("This account has no risk unit").waitFor();
    await page.getByRole("button", { name: "I belong to the unit" }).click();
    await page.getByText("(25559)").waitFor();
    const wallet = kind === "classic" ? "spot" : "unified";
    const user = { realm: "live", kind, parentUid: main };
    const { uid } = await terminal.exchange.adminAnswer<{ uid: string }>("POST", "/users", user);
    const money = { wallet, coin: "BTC", amount: "1" };
    await terminal.exchange.adminAnswer("POST", `/users/${uid}/credits`, money);
    await terminal.exchange.adminAnswer("PUT", `/users/${uid}/risk-unit`, {
      product: PRODUCT.product,
    });
    await page.reload();
    await page.getByText("The unit has no debt").waitFor();
    const loan = { coin: "USDT", amount: "30000" };
    await terminal.exchange.adminAnswer("POST", `/users/${uid}/unit-loans`, loan);
    await page.reload();
    await page.getByRole("table", { name: "Debts of the unit" }).getByText("30,000").waitFor();
    await page.getByRole("table", { name: "Loans of units" }).getByText("30,000 USDT").waitFor();
    await page.getByText("A unit in debt may trade BTCUSDT on spot").waitFor();
    await page.getByText("Nothing was repaid").waitFor();
    await page.getByText(/^[\d,.]+ USDT could move out now/).waitFor();
    await page.getByLabel("Coin that could move out").fill("no");
    await page.getByText(/\(\d+\)$/).waitFor();
    await page.getByLabel("Coin that could move out").fill("?");
    await page.getByText("Write the code of a coin").waitFor();

    await page.getByLabel("Uid to bind").fill("999");
    await page.getByRole("button", { name: "Bind", exact: true }).click();
    await page.getByRole("alert").getByText("(40066)").waitFor();
    await page.getByLabel("Uid to bind").fill(main);
    await page.getByRole("button", { name: "Bind", exact: true }).click();
    const users = page.getByRole("list", { name: "Users" });
    const unbind = users.getByRole("button", { name: `Unbind ${main}` });
    await unbind.waitFor();
    await expectAccessible(page);
    await window.screenshot(`risk-unit-${kind}`);
    await unbind.click();
    await unbind.waitFor({ state: "detached" });
    // The refused requests are answered with 400, which browsers report.
    expect(window.faults.filter((fault) => !/status of 4(00|29)/.test(fault))).toEqual([]);
    await window.close();
  },
);
