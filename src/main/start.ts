/** Entry point of `npm start`. */
import { useCompiledModules } from "./compiled-modules.ts";
import { setCompilerFlags } from "./compiler-flags.ts";
import { startHistoryThread } from "./history/start-history-thread.ts";

setCompilerFlags();
useCompiledModules();
// It loads its modules while this thread loads the others.
const historyThread = startHistoryThread();
const { runExchange } = await import("./run-exchange.ts");
await runExchange(historyThread);
