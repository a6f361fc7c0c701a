/** Entry point of `npm start`. */
import { useCompiledModules } from "./compiled-modules.ts";
import { setCompilerFlags } from "./compiler-flags.ts";
import { resolveOwnModulesFast } from "./fast-resolution.ts";

setCompilerFlags();
useCompiledModules();
resolveOwnModulesFast();
const { configOrEnd } = await import("./config-or-end.ts");
const config = await configOrEnd(process.argv.slice(2), process.env);
const { startThreadOfExisting } = await import("./history/start-history-thread.ts");
// It loads its modules while this thread loads the others.
const historyThread = config.ephemeral ? undefined : startThreadOfExisting(config.dataDir);
const { runExchange } = await import("./run-exchange.ts");
await runExchange(config, historyThread);
