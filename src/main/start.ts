/** Entry point of `npm start`. */
import { useCompiledModules } from "./compiled-modules.ts";
import { setCompilerFlags } from "./compiler-flags.ts";

setCompilerFlags();
useCompiledModules();
const { runExchange } = await import("./run-exchange.ts");
await runExchange();
