/** `npm run api-coverage`: rewrites docs/api-coverage.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { COVERAGE_PATH, claimsOf, coveragePage } from "./coverage-page.ts";

const root = new URL("../..", import.meta.url).pathname;
writeFileSync(join(root, COVERAGE_PATH), coveragePage(claimsOf(root)));
