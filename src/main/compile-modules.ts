/** Compiles the modules of the exchange into the cache; run when the packages are installed. */
import { flushCompileCache } from "node:module";
import { useCompiledModules } from "./compiled-modules.ts";
import { setCompilerFlags } from "./compiler-flags.ts";

setCompilerFlags();
useCompiledModules();
await import("./run-exchange.ts");
flushCompileCache();
