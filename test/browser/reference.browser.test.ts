/** The reference pages at `/docs`: search, links and requests that are sent from the page. */
import { expect, it } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { useTerminal } from "./support/use-terminal.ts";

const terminal = useTerminal("reference", { flags: ["--no-agents"] });

it("finds endpoints, channels and the admin API, and says when it finds nothing", async () => {
  const window = await terminal.open("/docs");
  const { page } = window;
  const search = page.getByRole("searchbox");
  const found = page.locator("#found");
  const shown = page.locator(".endpoint:visible");
  await page.getByRole("link", { name: "Reference of the admin API" }).waitFor();
  await search.fill("place-order");
  await expect.poll(() => found.textContent()).toMatch(/^\d+ entries/);
  expect((await shown.allTextContents()).every((text) => /place-order/.test(text))).toBe(true);
  await search.fill("websocket");
  await expect.poll(() => shown.count()).toBeGreaterThan(0);
  await search.fill("admin");
  await expect.poll(() => shown.allTextContents()).toContain("Reference of the admin API");
  // A link beside the search leads to what it shows.
  const links = page.locator("#groups a:visible");
  for (const link of await links.all()) {
    const target = (await link.getAttribute("href")) ?? "";
    expect(await page.locator(target).isVisible(), target).toBe(true);
  }
  await search.fill("no such word");
  await page.getByText("Nothing contains all words of").waitFor();
  expect(await found.textContent()).toBe("Nothing found");
  await expectAccessible(page);
  await window.screenshot("reference-nothing");
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect.poll(() => shown.count()).toBeGreaterThan(200);
  expect(window.takeFaults()).toEqual([]);
  await window.close();
});

it("sends a request and shows its answer", async () => {
  const window = await terminal.open("/docs");
  const { page } = window;
  await page.getByRole("searchbox").fill("/api/v2/public/time");
  const card = page.locator(".endpoint:visible").first();
  await card.locator("summary").click();
  await card.getByRole("button", { name: "Send" }).click();
  await card.getByText(/^HTTP 200, \d+ ms/).waitFor();
  expect(await card.locator(".trial pre").textContent()).toContain('"serverTime"');
  expect(window.takeFaults()).toEqual([]);
  await window.close();
});
