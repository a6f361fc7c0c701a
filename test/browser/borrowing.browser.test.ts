/** Loans against pledges, debts of margin accounts, and risk units, in the account centre. */
import { describe, expect, it } from "vitest";
import { LOAN_PRODUCT } from "../conformance/support/loan-product.ts";
import { expectAccessible } from "./support/accessibility.ts";
import type { TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("borrowing", {
  prepare: ({ exchange }) => exchange.adminAnswer("PUT", "/loan-products", LOAN_PRODUCT),
});

/** Opens the section of margin as a ready-made user, after a transfer with the rights of the page. */
async function openedMargin(name: "classic" | "unified", path: string, transfer: object) {
  const window = await terminal.openAs(name, "/account/margin");
  const answer = await window.page.evaluate(
    async ([target, body]) => {
      const headers = { "content-type": "application/json", "x-bourse-terminal": "1" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(target, init)).text();
    },
    [path, transfer] as const,
  );
  expect(answer).toContain('"00000"');
  return window;
}

/** Opens the section of risk units as a ready-made user; returns the window and the uid. */
async function openedUnit(name: "classic" | "unified"): Promise<[TerminalWindow, string]> {
  const window = await terminal.openAs(name, "/account/risk-units");
  return [
    window,
    terminal.exchange.credentials.users.find((user) => user.name === name)?.uid ?? "",
  ];
}

describe("loans", () => {
  it.each(["classic", "unified"] as const)(
    "a %s account borrows against a pledge, changes the pledge and repays",
    async (kind) => {
      const window = await terminal.openAs(kind, "/account/loans");
      const { page } = window;
      await page.getByText("No open loans").waitFor();
      await page.getByText("No loan has ended").waitFor();
      await page.getByLabel("Amount to pledge").fill("0.00000001");
      await page.getByRole("button", { name: "Borrow", exact: true }).click();
      await page
        .getByRole("alert")
        .getByText(/\(800\d\d\)/)
        .waitFor();
      await page.getByLabel("Amount to pledge").fill("0.5");
      await page.getByText(/^Lends up to [\d,.]+ USDT/).waitFor();
      await page.getByLabel("Amount to borrow").fill("10000");
      await page.getByRole("button", { name: "Borrow", exact: true }).click();
      const loans = page.getByRole("list", { name: "Open loans" });
      await loans.getByText("against 0.5 BTC").waitFor();

      await page.getByRole("button", { name: "Change the pledge" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: "Take back" }).click();
      await dialog.getByLabel("Amount").fill("0.45");
      await dialog.getByRole("button", { name: "Take back" }).click();
      await dialog
        .getByRole("alert")
        .getByText(/\(800\d\d\)/)
        .waitFor();
      await dialog.getByRole("radio", { name: "Add" }).click();
      await dialog.getByLabel("Amount").fill("0.25");
      await dialog.getByRole("button", { name: "Add to the pledge" }).click();
      await loans.getByText("against 0.75 BTC").waitFor();
      await expectAccessible(page);
      await window.screenshot(`account-loans-${kind}`);

      await page.getByRole("button", { name: "Repay" }).click();
      await dialog.getByRole("radio", { name: "A part" }).click();
      await dialog.getByLabel("Amount").fill("4000");
      await dialog.getByRole("button", { name: "Repay" }).click();
      await page.getByText(/^Repaid 4,000 USDT/).waitFor();
      await page.getByRole("button", { name: "Repay" }).click();
      await dialog.getByRole("radio", { name: "With the pledge" }).click();
      await dialog.getByRole("button", { name: "Repay" }).click();
      await page.getByText("No open loans").waitFor();
      await page.getByRole("cell", { name: "0.5 BTC" }).waitFor();
      await page.getByRole("tab", { name: "Repayments" }).click();
      await page.getByRole("cell", { name: "4,000 USDT" }).waitFor();
      await page.getByRole("button", { name: "Show older" }).click();
      await page.getByRole("button", { name: "Show older" }).waitFor({ state: "detached" });
      // The refused requests are answered with 400, which browsers report.
      expect(window.faults.filter((fault) => !/status of 4(00|29)/.test(fault))).toEqual([]);
      await window.close();
    },
  );
});

describe("margin", () => {
  it("a classic account borrows in crossed margin, repays, and sells to repay the rest", async () => {
    const window = await openedMargin("classic", "/api/v2/spot/wallet/transfer", {
      ...{ fromType: "spot", toType: "crossed_margin", coin: "USDT", amount: "100000" },
    });
    const { page } = window;
    await page.getByText("Nothing was borrowed").waitFor();
    const sellAll = page.getByRole("button", { name: "Sell to repay everything" });
    expect(await sellAll.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Borrow ETH" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Up to [\d.,]+ ETH can be borrowed now/).waitFor();
    await dialog.getByLabel("Amount").fill("10000");
    await dialog.getByRole("button", { name: "Borrow" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/\(\d+\)/)
      .waitFor();
    await dialog.getByLabel("Amount").fill("5");
    await dialog.getByRole("button", { name: "Borrow" }).click();
    await page.getByText("Borrowed ETH").waitFor();
    await page.getByRole("cell", { name: "5 ETH" }).waitFor();
    await page.getByRole("button", { name: "Repay ETH" }).click();
    await dialog.getByLabel("Amount").fill("2");
    await dialog.getByRole("button", { name: "Repay" }).click();
    await page.getByRole("tab", { name: "Repaid" }).click();
    await page.getByRole("cell", { name: "2 ETH" }).waitFor();
    await expectAccessible(page);
    await window.screenshot("margin-classic");
    await sellAll.click();
    await dialog.getByRole("button", { name: "Sell and repay" }).click();

    await dialog.getByText("The debts of the account are repaid").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("cell", { name: "by selling" }).first().waitFor();
    await page.getByLabel("Margin account").selectOption("BTCUSDT");
    await page.getByRole("button", { name: "Borrow BTC" }).click();
    await dialog.getByText("Up to 0 BTC can be borrowed now").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(window.faults.filter((fault) => !/status of 4(00|29)/.test(fault))).toEqual([]);
    await window.close();
  });

  it("a unified account repays debts with other coins", async () => {
    const window = await openedMargin("unified", "/api/v3/account/transfer", {
      ...{ fromType: "uta", toType: "p2p", coin: "ETH", amount: "401", allowBorrow: "yes" },
    });
    const { page } = window;
    await page.getByRole("table", { name: "Debts" }).getByText("ETH").waitFor();
    const repay = page.getByRole("button", { name: "Repay" });
    expect(await repay.isDisabled()).toBe(true);
    await page.getByLabel(/^ETH: /).check();
    await page.getByLabel(/^USDC: /).check();
    await expectAccessible(page);
    await window.screenshot("margin-unified");
    await repay.click();
    await page.getByText(/^Repaid debts worth [\d,.]+ dollars/).waitFor();
    await page.getByText("No debts").waitFor();
    expect(window.faults.filter((fault) => !/status of 429/.test(fault))).toEqual([]);
    await window.close();
  });
});

describe("risk units", () => {
  it.each(["classic", "unified"] as const)(
    "a %s account sees its unit, binds users, and reads the loans",
    async (kind) => {
      const [window, main] = await openedUnit(kind);
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
        product: LOAN_PRODUCT.product,
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
});
