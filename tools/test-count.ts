import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";

/** The part of vitest's JSON report that counts tests and names those that failed. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** The file's path, absolute. */
    readonly name: string;
    readonly status: string;
    /** Why a file failed that ran no test. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
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

/**
 * Names each failed test of one report with its file, relative to `root`, and the first line of
 * its error; a file that failed before its first test is named alone.
 */
export function failuresOf(reportText: string, root: string): readonly string[] {
  if (reportText.trim() === "") return [];
  const report = JSON.parse(reportText) as Report;
  const firstLine = (text: string | undefined): string => (text ?? "").split("\n", 1)[0] ?? "";
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    if (file.status === "failed" && file.assertionResults.length === 0) {
      return [`failed: ${path}: ${firstLine(file.message)}`];
    }
    return file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `failed: ${path}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
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
  const reports = paths.map((path) => readFileSync(path, "utf8"));
  for (const report of reports) {
    for (const failure of failuresOf(report, process.cwd())) console.log(failure);
  }
  console.log(countLine(reports));
}
