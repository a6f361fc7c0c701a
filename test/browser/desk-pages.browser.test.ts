/** Every page of the desk in both sizes and themes: a screenshot, its width, and what axe finds. */
import { expect, it } from "vitest";
import { openDesk } from "./support/desk-window.ts";
import { PageReview } from "./support/page-review.ts";
import { useTerminal } from "./support/use-terminal.ts";

// The page of health shows snapshots and the history on disk.
const terminal = useTerminal("desk-pages", { isOnDisk: true });

/** Addresses below the desk; `UID` stands for the classic user. */
const PAGES = [
  ...["markets", "markets/listing", "markets/fees", "markets/live/usdt_futures/BTCUSDT"],
  ...["users", "users/UID", "users/UID/balances", "users/UID/open", "users/UID/keys"],
  ...["users/UID/subs", "users/UID/corrections", "ledger", "ledger/UID"],
  ...["ledger/live", "approvals", "funds", "health", "log"],
];

it.each([
  ["desktop", "dark"],
  ["phone", "light"],
] as const)("every page of the desk on a %s, first %s", async (screen, theme) => {
  const { admin, baseUrl, users } = terminal.exchange.credentials;
  const uid = users[0]?.uid ?? "";
  const terms = { baseUrl, section: "markets", token: admin.token };
  const window = await openDesk(terminal.browser, terms, { screen, theme });
  const review = new PageReview(window, screen, theme);
  for (const path of PAGES) {
    await window.follow(`/desk/${path.replace("UID", uid)}`);
    await window.page.getByRole("heading", { level: 1 }).waitFor();
    await review.look(`desk-${path.replaceAll("/", "-")}`);
  }
  expect(review.findings).toEqual([]);
  await window.close();
});
