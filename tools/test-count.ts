import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** The part of vitest's JSON report that counts tests. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

/**
 * "N passed, N failed, N skipped". A file that fails before its first test counts as one failure,
 * so that a broken import cannot pass for an empty file. An empty report means that no test ran.
 */
export function countLine(reportText: string): string {
  if (reportText.trim() === "") return "0 passed, 0 failed, 0 skipped";
  const report = JSON.parse(reportText) as Report;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const skipped = report.numPendingTests + report.numTodoTests;
  return `${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`;
}

const [, script, path] = process.argv;
if (script !== undefined && path !== undefined && pathToFileURL(script).href === import.meta.url) {
  console.log(countLine(readFileSync(path, "utf8")));
}
