import { describe, expect, it } from "vitest";
import { countLine, failuresOf } from "./test-count.ts";

const report = (extra: object): string =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
    ...extra,
  });

describe("the count of a test run", () => {
  it("adds tests that are planned to those that are skipped", () => {
    expect(countLine([report({})])).toBe("3 passed, 1 failed, 3 skipped");
  });

  it("counts a file that broke before its first test as a failure", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{}] },
      { status: "passed", assertionResults: [] },
    ];
    expect(countLine([report({ testResults })])).toBe("3 passed, 2 failed, 3 skipped");
  });

  it("says that nothing ran when there is no report", () => {
    expect(countLine([""])).toBe("0 passed, 0 failed, 0 skipped");
  });

  it("adds up the runs, also where one of them left no report", () => {
    expect(countLine([report({}), report({ numPassedTests: 5 })])).toBe(
      "8 passed, 2 failed, 6 skipped",
    );
    expect(countLine(["", report({})])).toBe("3 passed, 1 failed, 3 skipped");
  });
});

describe("the failures of a test run", () => {
  it("are named with their file and the first line of their error", () => {
    const testResults = [
      {
        name: "/house/a.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "adds up", status: "passed", failureMessages: [] },
          { fullName: "takes away", status: "failed", failureMessages: ["Error: 1 is not 2\nat"] },
        ],
      },
      { name: "/house/b.test.ts", status: "passed", assertionResults: [] },
    ];
    expect(failuresOf(report({ testResults }), "/house")).toEqual([
      "failed: a.test.ts: takes away: Error: 1 is not 2",
    ]);
  });

  it("name a file that broke before its first test", () => {
    const testResults = [
      {
        name: "/house/c.test.ts",
        status: "failed",
        message: "no such module",
        assertionResults: [],
      },
    ];
    expect(failuresOf(report({ testResults }), "/house")).toEqual([
      "failed: c.test.ts: no such module",
    ]);
  });

  it("are none when no test ran", () => {
    expect(failuresOf("", "/house")).toEqual([]);
  });
});
