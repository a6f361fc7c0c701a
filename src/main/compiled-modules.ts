/** Compiled modules are kept beside the packages, for faster starts (decision 0088). */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

const DIRECTORY = join(import.meta.dirname, "../../node_modules/.cache/compiled");

/**
 * Takes modules that are loaded from now on, in threads too, from the cache, and adds the others.
 * A directory given by `NODE_COMPILE_CACHE` takes precedence. Without a writable directory modules
 * are compiled as usual.
 */
export function useCompiledModules(): void {
  process.env["NODE_COMPILE_CACHE"] ??= DIRECTORY;
  enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
}
