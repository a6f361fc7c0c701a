/** The configuration of the process, without which it ends. */
import { ConfigRefused } from "./config/read-settings.ts";
import { type Config, readConfig } from "./config.ts";

/** Returns the configuration; ends the process with its problems if there are any. */
export async function configOrEnd(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Config> {
  try {
    return readConfig(argv, environment);
  } catch (thrown) {
    if (!(thrown instanceof ConfigRefused)) throw thrown;
    // Loaded only here: a start that succeeds loads the log later.
    const [{ failStart }, { createLog }] = await Promise.all([
      import("./fail-start.ts"),
      import("./log.ts"),
    ]);
    return failStart(thrown.message, createLog(process.stdout.isTTY));
  }
}
