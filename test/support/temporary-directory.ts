import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a new empty directory, which the test removes; `purpose` becomes part of its name. */
export function temporaryDirectory(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `bourse-${purpose}-`));
}
