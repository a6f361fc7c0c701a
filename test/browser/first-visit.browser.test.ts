import { expect, it } from "vitest";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("first-visit");

it("the root page shows the first market with moving figures", async () => {
  const window = await terminal.open();
  const statistics = window.page.getByLabel("Statistics of BTCUSDT");
  await statistics.getByText("Mark").waitFor();
  await window.page.getByText("Connected").waitFor();
  await window.screenshot("trade-desktop-dark");
  expect(window.faults).toEqual([]);
  await window.close();
});
