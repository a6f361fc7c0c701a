/** The program of `npm start`; its modules are loaded in the order of their use. */
export async function runProgram(unbundledReason?: string): Promise<void> {
  const { configOrEnd } = await import("./config-or-end.ts");
  const config = await configOrEnd(process.argv.slice(2), process.env);
  const { startThreadOfExisting } = await import("./history/start-history-thread.ts");
  // It loads its modules while this thread loads the others.
  const historyThread = config.ephemeral ? undefined : startThreadOfExisting(config.dataDir);
  const { runExchange } = await import("./run-exchange.ts");
  await runExchange({ config, historyThread, unbundledReason });
}
