/**
 * Finds the bundle of a checkout: its programs as few files of JavaScript, made by `build.ts`
 * (decision 0112). Plain JavaScript, because a start loads it before anything else.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Written last, so a folder with it is complete. */
export const MANIFEST = "manifest.json";
/** Folder of a bundle with a file for each process that runs from it, named by its id. */
export const RUNNING = "running";

/**
 * Folder of the bundles of a checkout. `kind` is a name of `KINDS` in `make-bundle.ts`.
 * @param {string} root
 * @param {string} kind
 */
export function bundlesFolder(root, kind) {
  return join(root, "node_modules/.cache/bourse", kind);
}

/**
 * Names of the complete bundles in a folder of bundles, newest first.
 * @param {string} folder
 */
export function bundleNames(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d+-\d+$/.test(name))
    .sort()
    .reverse();
}

const BUNDLER = "node_modules/rolldown";

/**
 * Returns the version of the package in a folder, if there is one.
 * @param {string} folder
 * @returns {string | undefined}
 */
export function versionOf(folder) {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

/**
 * Whether a file is as it was when the bundle was made. Archives and images of containers keep
 * times in whole seconds.
 */
function isUnchanged(file, [size, mtimeMs]) {
  const now = statSync(file, { throwIfNoEntry: false });
  if (now === undefined || now.size !== size) return false;
  return now.mtimeMs === mtimeMs || now.mtimeMs === Math.floor(mtimeMs / 1_000) * 1_000;
}

function isFresh(root, folder) {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8"));
  } catch {
    return false;
  }
  const { bundler, chunks, node, packages = {}, sources } = manifest;
  if (node !== process.versions.node) return false;
  if (bundler !== (versionOf(join(root, BUNDLER)) ?? bundler)) return false;
  for (const path of Object.keys(packages)) {
    if (packages[path] !== versionOf(join(root, path))) return false;
  }
  for (const name of Object.keys(chunks)) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats?.size !== chunks[name]) return false;
  }
  return Object.keys(sources).every((file) => isUnchanged(`${root}/${file}`, sources[file]));
}

/**
 * Returns the newest bundle of the present sources, for this version of Node, if there is one.
 * @param {string} root
 * @param {string} kind
 */
export function freshBundle(root, kind) {
  const folder = bundlesFolder(root, kind);
  return bundleNames(folder)
    .map((name) => join(folder, name))
    .find((bundle) => isFresh(root, bundle));
}

/**
 * Returns the bundle of the present sources, which is made when there is none; otherwise the reason
 * why it cannot be made. Blocks for about a second while it is made.
 * @param {string} root
 * @param {string} kind
 * @returns {Promise<
 *   { bundle: string; fault?: undefined } | { bundle?: undefined; fault: string }
 * >}
 */
export async function bundleOrFault(root, kind) {
  const found = freshBundle(root, kind);
  if (found !== undefined) return { bundle: found };
  if (versionOf(join(root, BUNDLER)) === undefined) return { fault: "rolldown is not installed" };
  // Loaded only here: most starts find a bundle.
  const { spawnSync } = await import("node:child_process");
  const builder = join(root, "cli/bundle/build.ts");
  const { status, stderr } = spawnSync(process.execPath, [builder, kind], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const bundle = status === 0 ? freshBundle(root, kind) : undefined;
  if (bundle !== undefined) return { bundle };
  const lines = stderr.split("\n").filter((text) => text.trim() !== "");
  return { fault: lines.pop() ?? "a source changed while the bundle was made" };
}

/**
 * Whether a process with this id runs.
 * @param {number} pid
 */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === "EPERM";
  }
}

/**
 * Keeps a bundle while this process runs, which loads the code of its threads from it. Where the
 * folder is not writable, bundles are not removed either.
 * @param {string} bundle
 */
export function keepWhileRunning(bundle) {
  const folder = join(bundle, RUNNING);
  const file = join(folder, String(process.pid));
  try {
    mkdirSync(folder, { recursive: true });
    for (const pid of readdirSync(folder)) if (!isRunning(Number(pid))) rmSync(join(folder, pid));
    writeFileSync(file, "");
    process.on("exit", () => rmSync(file, { force: true }));
  } catch {}
}
