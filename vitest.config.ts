import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,cli,tools,test,bench}/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
