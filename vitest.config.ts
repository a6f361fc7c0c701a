import { defineConfig } from "vitest/config";

const report = process.env["BOURSE_TEST_REPORT"];

export default defineConfig({
  test: {
    include: ["{src,cli,tools,test,bench}/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    maxConcurrency: 2,
    testTimeout: 30_000,
    ...(report === undefined
      ? {}
      : { reporters: ["default", "json"], outputFile: { json: report } }),
  },
});
