import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const report = process.env["BOURSE_TEST_REPORT"];

/** Files that only the deep run takes, and files that it takes with larger sizes (`sized`). */
const DEEP = "{src,cli,tools,test,bench,web}/**/*.deep.test.ts";
const SCALED = "{src,cli,tools,test,bench,web}/**/*.scaled.test.ts";

/** Ends a test or hook that hangs; no bound on speed, whatever else the machine does. */
const HANGING_MS = 120_000;

/**
 * Flags of Node in workers. Two workers use up two cores: threads of V8 that compile and collect
 * beside them would only take their time. Young objects have room enough for most to die in it.
 */
const WORKER_FLAGS = ["--v8-pool-size=0", "--min-semi-space-size=32", "--max-semi-space-size=32"];

/**
 * `experimental`: Node itself loads tests and sources and removes their types. In the modules that
 * vitest rewrites each use of an import reads a property, and calculations take twice to three
 * times as long. Without rewriting there are no mocks of modules, which the house does not use.
 */
const COMMON = {
  pool: "forks",
  maxWorkers: 2,
  maxConcurrency: 2,
  testTimeout: HANGING_MS,
  hookTimeout: HANGING_MS,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: WORKER_FLAGS,
  setupFiles: "test/support/keep-compiled.ts",
  // Messages name the values themselves: the list of a page's faults, not "[ Array(1) ]".
  chaiConfig: { truncateThreshold: 2_000 },
} as const;

/** Workers, and processes that tests start, load their modules in half the time when compiled. */
const ENVIRONMENT = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled"),
};

/** The files of a project that take the longest. */
const LONGEST: Readonly<Record<string, RegExp>> = {
  deep: /\/test\/simulation\/|\/naive-strategies\.deep\.test\.ts$/,
  browser: /\/(every-page|desk-pages|keyboard[a-z-]*)\.browser\.test\.ts$/,
};

/**
 * Runs the longest files before everything else of their suite: begun last, one of them would keep
 * one worker busy while the other has nothing left to do.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number =>
      LONGEST[project.name]?.test(moduleId) ? 0 : 1;
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

/** The projects and their use: docs/decisions/0050-two-test-suites.md. */
export default defineConfig({
  test: {
    ...(report === undefined
      ? {}
      : { reporters: ["default", "json"], outputFile: { json: report } }),
    maxWorkers: COMMON.maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...COMMON,
          name: "isolated",
          include: ["{bench,test/{crash,faults,simulation,support}}/**/*.test.ts"],
          exclude: [DEEP],
          env: ENVIRONMENT,
        },
      },
      {
        test: {
          ...COMMON,
          name: "shared",
          include: ["{src,cli,tools,test,web}/**/*.test.ts"],
          exclude: [DEEP, "test/{browser,crash,faults,simulation,support}/**"],
          // Files of one worker share the modules they import, which are otherwise loaded per file.
          isolate: false,
          env: ENVIRONMENT,
        },
      },
      {
        test: {
          ...COMMON,
          name: "browser",
          include: ["test/browser/**/*.browser.test.ts"],
          env: ENVIRONMENT,
        },
      },
      {
        test: {
          ...COMMON,
          name: "deep",
          include: [DEEP, SCALED],
          env: { ...ENVIRONMENT, BOURSE_TEST_DEPTH: "deep" },
        },
      },
    ],
  },
});
