/**
 * Entry point of the exchange from its sources. `npm start` runs `start-bundled.ts` where there is
 * a bundle; otherwise it gives the reason as `?unbundled=` of this module's URL (decision 0112).
 */
import { useCompiledModules } from "./compiled-modules.ts";
import { setCompilerFlags } from "./compiler-flags.ts";
import { resolveOwnModulesFast } from "./fast-resolution.ts";

setCompilerFlags();
useCompiledModules();
resolveOwnModulesFast();
const { runProgram } = await import("./run-program.ts");
await runProgram(new URL(import.meta.url).searchParams.get("unbundled") ?? undefined);
