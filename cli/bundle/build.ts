/**
 * Makes the bundle of a kind, `node cli/bundle/build.ts [KIND]`; the exchange's when none is named.
 * Ends with 1 and the reason as a line of standard error when it cannot be made.
 */
import { join } from "node:path";
import { messageOf } from "../../src/journal/operating-fault.ts";
import { makeBundle } from "./make-bundle.ts";

try {
  await makeBundle(join(import.meta.dirname, "../.."), process.argv[2] ?? "exchange");
} catch (thrown) {
  process.stderr.write(`${messageOf(thrown).replaceAll(/\s+/g, " ")}\n`);
  process.exitCode = 1;
}
