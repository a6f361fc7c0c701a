/**
 * `npm run api-coverage`: rewrites docs/api-coverage.md, docs/client-coverage.md and
 * docs/admin-api.md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ADMIN_API_PATH, adminApiPage } from "./admin-api-page.ts";
import { CLIENTS_PATH, clientsPage } from "./clients-page.ts";
import { COVERAGE_PATH, claimsOf, coveragePage } from "./coverage-page.ts";

const root = new URL("../..", import.meta.url).pathname;
const claims = claimsOf(root);
writeFileSync(join(root, COVERAGE_PATH), coveragePage(claims));
writeFileSync(join(root, CLIENTS_PATH), clientsPage(claims));
writeFileSync(join(root, ADMIN_API_PATH), adminApiPage());
