/**
 * Run by vitest before each test file. A worker process that vitest ends by a signal does not store
 * the modules that it has compiled; after the file this does, so that later workers load them.
 */
import { flushCompileCache } from "node:module";
import { afterAll } from "vitest";

afterAll(() => flushCompileCache());
