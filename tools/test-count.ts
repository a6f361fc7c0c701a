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

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Counts the tests of one report. A file that fails before its first test counts as one failure,
 * so that a broken import cannot pass for an empty file. An empty report means that no test ran.
 */
function countsOf(reportText: string): Counts {
  if (reportText.trim() === "") return { passed: 0, failed: 0, skipped: 0 };
  const report = JSON.parse(reportText) as Report;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Returns "N passed, N failed, N skipped": the sums over the reports of several runs. */
export function countLine(reportTexts: readonly string[]): string {
  const counts = reportTexts.map(countsOf);
  const sum = (name: keyof Counts): number =>
    counts.reduce((total, count) => total + count[name], 0);
  return `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`;
}

const [, script, ...paths] = process.argv;
if (script !== undefined && paths.length > 0 && pathToFileURL(script).href === import.meta.url) {
  console.log(countLine(paths.map((path) => readFileSync(path, "utf8"))));
}
