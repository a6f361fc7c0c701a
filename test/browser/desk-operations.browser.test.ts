/** Approvals, funds, health and the log of the desk, in front of a started exchange. */
import { RestClientV2 } from "bitget-api";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../src/main/credentials.ts";
import { QUIET_FLAGS } from "../conformance/support/exchange-process.ts";
import { adminAnswer, adminRequest } from "../support/admin-request.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { actByKeyboard, openDesk, tabTo } from "./support/desk-window.ts";
import type { OpenOptions, TerminalWindow } from "./support/terminal-browser.ts";
import { useTerminal } from "./support/use-terminal.ts";

const CHAIN = { coin: "USDT", chain: "TRC20" } as const;
const ELSEWHERE = "TElsewhere1234567890";

let credentials: Credentials;
/** Tokens of two persons with names, issued by the operator's own. */
let alice: string;
let bob: string;
let uid: string;

const admin = <T>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<T> =>
  adminAnswer<T>(credentials, method, path, body);

const asPerson = (token: string) => ({ ...credentials, admin: { ...credentials.admin, token } });

async function issued(name: string): Promise<string> {
  return (await admin<{ token: string }>("PUT", `/tokens/${name}`, { role: "treasury" })).token;
}

const terminal = useTerminal("desk-operations", {
  flags: QUIET_FLAGS,
  // The page of health shows snapshots.
  isOnDisk: true,
  async prepare({ exchange }) {
    ({ credentials } = exchange);
    [alice, bob] = await Promise.all([issued("alice"), issued("bob")]);
    uid = credentials.users.find(({ name }) => name === "classic")?.uid ?? "";
    await admin("PUT", "/chains", { ...CHAIN, unattendedMax: "100" });
    await admin("POST", `/users/${uid}/addresses`, { ...CHAIN, address: ELSEWHERE });
    await admin("PUT", "/adjustment-rules", { fourEyesUsd: 1_000 });
  },
});

function opened(section: string, token: string, options?: OpenOptions): Promise<TerminalWindow> {
  return openDesk(terminal.browser, { baseUrl: credentials.baseUrl, section, token }, options);
}

/** Requests a withdrawal that waits for the operator, with an API key of the user. */
async function requestWithdrawal(size: string): Promise<string> {
  const user = credentials.users.find((one) => one.uid === uid);
  const rest = new RestClientV2({
    apiKey: user?.apiKey ?? "",
    apiSecret: user?.secret ?? "",
    apiPass: user?.passphrase ?? "",
    baseUrl: credentials.baseUrl,
  });
  const terms = { ...CHAIN, transferType: "on_chain", address: ELSEWHERE } as const;
  return (await rest.spotWithdraw({ ...terms, size })).data.orderId;
}

/** Looks for barriers in the dark and in the light theme. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Use the .* theme$/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Use the .* theme$/ }).click();
}

describe("approvals", () => {
  it("a withdrawal is approved by the keyboard, and followed to its confirmation", async () => {
    const id = await requestWithdrawal("2500");
    const window = await opened("approvals", bob);
    const { page } = window;
    await tabTo(page, page.getByRole("link", { name: id }));
    await expectAccessibleInBothThemes(page);
    await tabTo(page, page.getByRole("link", { name: id }));
    await page.keyboard.press("Enter");
    await page.getByText("Waits for a decision").waitFor();
    await page.getByText(ELSEWHERE).waitFor();
    await page.getByText("Nothing of this user has arrived at this address before.").waitFor();
    await expectAccessibleInBothThemes(page);
    await window.screenshot("desk-withdrawal");
    await tabTo(page, page.getByRole("button", { name: "Approve", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText(`2499 USDT are sent on TRC20 to ${ELSEWHERE}.`).waitFor();
    await actByKeyboard(page, "ticket 4711: known address", "2500 USDT");
    await page.getByText("Confirmed by the chain").waitFor();
    const { withdrawals } = await admin<{ withdrawals: readonly object[] }>(
      "GET",
      `/users/${uid}/withdrawals`,
    );
    expect(withdrawals[0]).toMatchObject({ id, status: "confirmed" });
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("a withdrawal is refused, which refunds it", async () => {
    const id = await requestWithdrawal("300");
    const window = await opened(`approvals/withdrawals/${uid}/${id}`, bob);
    const { page } = window;
    await page.getByText("Withdrawals that arrived at this address before: 1.").waitFor();
    const user = page.getByRole("link", { name: uid });
    await tabTo(page, user);
    await page.waitForResponse((answer) => answer.url().endsWith(`/users/${uid}/withdrawals`));
    await page.waitForResponse((answer) => answer.url().endsWith(`/users/${uid}/withdrawals`));
    expect(await user.evaluate((element) => element.matches(":focus"))).toBe(true);
    await tabTo(page, page.getByRole("button", { name: "Refuse" }));
    await page.keyboard.press("Enter");
    await actByKeyboard(page, "ticket 4712: unknown sender");
    await page.getByText("Refused and refunded", { exact: true }).waitFor();
    await window.close();
  });

  it("a large credit is refused to the one who asked, and made by a second person", async () => {
    const credit = { wallet: "spot", coin: "USDT", amount: "5000", reference: "ticket 4713" };
    const { adjustmentId: id } = await adminAnswer<{ adjustmentId: string }>(
      asPerson(alice),
      "POST",
      `/users/${uid}/credits`,
      credit,
    );
    const proposer = await opened("approvals/changes", alice);
    await proposer.page.getByText("You asked for this change yourself").waitFor();
    const approve = { name: `Approve ${id}` } as const;
    expect(await proposer.page.getByRole("button", approve).isDisabled()).toBe(true);
    await expectAccessibleInBothThemes(proposer.page);
    // The page only says what the exchange decides.
    const path = `/adjustments/${id}/decision`;
    const own = await adminRequest(asPerson(alice), "POST", path, { isApproved: true });
    expect(await own.json()).toMatchObject({ error: { reason: "adjustment_needs_another" } });
    await proposer.close();
    const issuer = await opened("approvals/changes", credentials.admin.token);
    await issuer.page.getByText("Your token issued that of alice").waitFor();
    await issuer.close();
    const second = await opened("approvals/changes", bob);
    const { page } = second;
    await tabTo(page, page.getByRole("button", approve));
    await page.keyboard.press("Enter");
    await actByKeyboard(page, "checked with alice", "5000 USDT");
    await page.getByText("Nothing waits for a second person").waitFor();
    expect(second.faults).toEqual([]);
    await second.close();
  });

  it("an account is put under review and released", async () => {
    const window = await opened("approvals/reviews", credentials.admin.token);
    const { page } = window;
    await page.getByText("No account is under review").waitFor();
    await expectAccessibleInBothThemes(page);
    await tabTo(page, page.getByLabel("Uid"));
    await page.keyboard.type(uid);
    await page.keyboard.press("Enter");
    await actByKeyboard(page, "ticket 4714");
    const end = page.getByRole("button", { name: `End the review of ${uid}` });
    await tabTo(page, end);
    await page.keyboard.press("Enter");
    await actByKeyboard(page, "ticket 4714 answered", uid);
    await page.getByText("No account is under review").waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("funds", () => {
  it("show balances, order of deleveraging, loans and escrow without barriers", async () => {
    const window = await opened("funds", bob);
    const { page } = window;
    for (const [part, title] of [
      ["Funds and pools", "Funds and pools"],
      ["Deleveraging", "Deleveraging"],
      ["Loans", "Loans"],
      ["Peer to peer", "Peer to peer"],
    ] as const) {
      await page.getByRole("link", { name: part, exact: true }).click();
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      await page.getByText("Loading…").first().waitFor({ state: "detached" });
      await expectAccessibleInBothThemes(page);
    }
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("an insurance fund is endowed by the keyboard, with its balance before and after", async () => {
    const window = await opened("funds", bob);
    const { page } = window;
    await tabTo(page, page.getByRole("button", { name: "Endow the USDC insurance fund" }));
    await page.keyboard.press("Enter");
    await page.keyboard.type("250.5");
    await page.keyboard.press("Enter");
    await page.getByText("Its balance changes: 1000000 → 1000250.5.").waitFor();
    await actByKeyboard(page, "quarter");
    await page.getByText("1,000,250.5").waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("health", () => {
  it("reads its figures again without moving the focus, and runs the audit", async () => {
    const window = await opened("health", bob);
    const { page } = window;
    await page.getByText("Ready: commands are accepted").waitFor();
    await page.getByText("Newest snapshot at").waitFor();
    const run = page.getByRole("button", { name: "Run the audit" });
    await tabTo(page, run);
    await page.waitForResponse((answer) => answer.url().endsWith("/admin/v1/health"));
    expect(await run.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText(/^All invariants hold at command/).waitFor();
    expect(await page.getByText("✕").count()).toBe(0);
    await expectAccessibleInBothThemes(page);
    await window.screenshot("desk-health");
    expect(window.faults).toEqual([]);
    await window.close();
  });
});

describe("the log of acts", () => {
  it("shows who did what and why, by name and kind, and by pages", async () => {
    const window = await opened("log", bob);
    const { page } = window;
    await page.getByText("ticket 4711: known address").waitFor();
    await expectAccessibleInBothThemes(page);
    await tabTo(page, page.getByLabel("Name of the token"));
    await page.keyboard.type("bob");
    await tabTo(page, page.getByLabel("Kind of act"));
    await page.keyboard.type("review withdrawal");
    await page.keyboard.press("Enter");
    await page.getByText("2 shown").waitFor();
    await page.getByText("ticket 4712: unknown sender").waitFor();
    await page.getByText("ticket 4711: known address").waitFor();
    expect(window.faults).toEqual([]);
    await window.close();
  });

  it("loads older acts on demand", async () => {
    const rows = Array.from({ length: 45 }, (_, index) => ({ fourEyesUsd: 2_000 + index }));
    for (const row of rows) await admin("PUT", "/adjustment-rules", row);
    const window = await opened("log", alice, { screen: "phone", theme: "light" });
    const { page } = window;
    await page.getByText("25 shown").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show older ones" }).click();
    await page.getByText("50 shown").waitFor();
    await window.close();
  });
});
