import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Credentials, credentialsOf } from "../../src/main/credentials.ts";
import { ADMIN_ENDPOINTS } from "../../src/ops/admin-endpoints.ts";
import { BROWSER_SESSION_ROUTES } from "../../src/ops/browser-session-routes.ts";
import { ADMIN_API_PATH, adminApiPage } from "./admin-api-page.ts";

const written = readFileSync(new URL(`../../${ADMIN_API_PATH}`, import.meta.url), "utf8");

it("docs/admin-api.md is up to date: npm run api-coverage", () => {
  expect(written === adminApiPage()).toBe(true);
});

it("docs/admin-api.md has a section with a command for each endpoint, and no others", () => {
  const sections = written.split(/^### /m).slice(1);
  const titles = sections.map((section) => section.slice(0, section.indexOf("\n")));
  const routes = [...BROWSER_SESSION_ROUTES, ...ADMIN_ENDPOINTS].map(
    ({ method, path }) => `${method} /admin/v1${path.replace(/:(\w+)/g, "{$1}")}`,
  );
  expect(titles).toEqual(["GET /admin/v1", ...routes]);
  for (const section of sections) expect(section).toMatch(/```sh\ncurl [^`]+\n```/);
});

it("docs/admin-api.md takes token and user of its examples from the file of the keys", () => {
  const user = { uid: "1000000002" } as Credentials["users"][number];
  const credentials = credentialsOf("http://127.0.0.1:1", { admin: { token: "t" }, users: [user] });
  const valueAt = (path: string): unknown =>
    path
      .split(/[.[\]]+/)
      .filter((step) => step !== "")
      .reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], credentials);
  const variables = [...written.matchAll(/^ {4}([A-Z_]+)=(?:\$\(jq -r '?([^' ]+)'? .*\))?/gm)];
  const values = variables.map(([, name, path]) => [name, path === undefined ? "" : valueAt(path)]);
  expect(values).toEqual([
    ["URL", ""],
    ["ADMIN_TOKEN", "t"],
    ["USER_UID", user.uid],
  ]);
});

it("operations.md leads to docs/admin-api.md", () => {
  const operations = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  expect(operations).toContain("](admin-api.md)");
});
