import { expect, it } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("loans");

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
