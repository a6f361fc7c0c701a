import { AccountDriver } from "./account-driver.ts";
import { useTerminal } from "./use-terminal.ts";

export const KINDS = ["unified", "classic"] as const;

/** Runs an exchange with a driver of each kind of account while the tests of a file run. */
export function useAccountDrivers(name: string): {
  /** Driver of the ready-made user of a kind. */
  driverOf(kind: string): AccountDriver;
  /** Opens the driver of a kind in the demo realm. */
  openInDemo(kind: string): Promise<AccountDriver>;
} {
  const drivers = new Map<string, AccountDriver>();
  const terminal = useTerminal(name, {
    async prepare({ baseUrl, browser }) {
      for (const kind of KINDS) {
        const driver = await AccountDriver.open(browser, baseUrl, kind);
        drivers.set(kind, driver);
        await driver.until("the state is current", ({ isCurrent }) => isCurrent);
      }
    },
  });
  return {
    driverOf(kind) {
      const driver = drivers.get(kind);
      if (driver === undefined) throw new Error("the driver is open");
      return driver;
    },
    openInDemo: (kind) => AccountDriver.open(terminal.browser, terminal.baseUrl, kind, "demo"),
  };
}
