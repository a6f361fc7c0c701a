import { expect, it } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("margin");

/** Opens the section as a ready-made user, after a transfer with the rights of the page. */
async function opened(name: "classic" | "unified", path: string, transfer: object) {
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

it("a classic account borrows in crossed margin, repays, and sells to repay the rest", async () => {
  const window = await opened("classic", "/api/v2/spot/wallet/transfer", {
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
  const window = await opened("unified", "/api/v3/account/transfer", {
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
