/** Entry point of the exchange's bundle (decision 0112). */
import { useCompiledModules } from "./compiled-modules.ts";
import { setCompilerFlags } from "./compiler-flags.ts";

setCompilerFlags();
useCompiledModules();
const { runProgram } = await import("./run-program.ts");
await runProgram();
