import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { AccountDriver } from "./account-driver.ts";
import { startExchange } from "./browser-exchange.ts";
import { launchBrowser } from "./terminal-browser.ts";

export const KINDS = ["unified", "classic"] as const;

/** Runs an exchange with a driver of each kind of account while the tests of a file run. */
export function useAccountDrivers(name: string): {
  /** Driver of the ready-made user of a kind. */
  driverOf(kind: string): AccountDriver;
  /** Opens the driver of a kind in the demo realm. */
  openInDemo(kind: string): Promise<AccountDriver>;
} {
  const drivers = new Map<string, AccountDriver>();
  let browser: Browser;
  let exchange: ExchangeProcess;
  beforeAll(async () => {
    browser = await launchBrowser();
    exchange = await startExchange(temporaryDirectory(name), { flags: [] });
    for (const kind of KINDS) {
      const driver = await AccountDriver.open(browser, exchange.address.baseUrl, kind);
      drivers.set(kind, driver);
      await driver.until("the state is current", ({ isCurrent }) => isCurrent);
    }
  });
  afterAll(async () => {
    for (const driver of drivers.values()) await driver.close();
    await browser.close();
    await exchange.kill();
  });
  return {
    driverOf(kind) {
      const driver = drivers.get(kind);
      if (driver === undefined) throw new Error("the driver is open");
      return driver;
    },
    openInDemo: (kind) => AccountDriver.open(browser, exchange.address.baseUrl, kind, "demo"),
  };
}
