import { posix } from "node:path";
import { importsOf } from "../imports.ts";
import type { Repository, Violation } from "../repository.ts";
import { stringOf, walk } from "../syntax.ts";

const TEST_FILE = /\.(test|bench)\.ts$/;
const SETTINGS_FILE = /^[a-z]+\.config\.ts$/;
/** Files that start others, and the folder that the paths in them are relative to. */
const STARTERS: ReadonlyMap<string, string> = new Map([
  ["package.json", "."],
  [".ci/run", "."],
  ["web/index.html", "web"],
]);
const SCRIPT_PATH = /[\w./-]+\.tsx?\b/g;
const PRODUCT = ["src/", "web/"];

/** Files that something outside of the code starts: scripts, test runner, settings. */
function entryPoints(repository: Repository): Set<string> {
  const started = new Set<string>();
  for (const { path, text } of repository.files) {
    const folder = STARTERS.get(path);
    if (folder === undefined) continue;
    for (const [named] of text.matchAll(SCRIPT_PATH)) started.add(posix.join(folder, named));
  }
  for (const { path } of repository.sources) {
    if (TEST_FILE.test(path) || SETTINGS_FILE.test(path)) started.add(path);
  }
  return started;
}

/** Whole files named in strings: workers and child processes are started by path. */
function namedFiles(repository: Repository): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const file of repository.sources) {
    const targets = importsOf(file).flatMap((one) => one.target ?? []);
    walk(file.tree, (node) => {
      const text = stringOf(node);
      if (!text?.endsWith(".ts")) return;
      targets.push(posix.normalize(text), posix.join(posix.dirname(file.path), text));
    });
    named.set(file.path, targets);
  }
  return named;
}

/**
 * Every file is reached from an entry point. Product code counts as reached only from the
 * product: a part that nothing but its own test imports is not built in.
 */
export function unusedFiles(repository: Repository): Violation[] {
  const named = namedFiles(repository);
  const reach = (starts: readonly string[]): Set<string> => {
    const reached = new Set<string>(starts);
    for (const path of reached) {
      for (const target of named.get(path) ?? []) if (named.has(target)) reached.add(target);
    }
    return reached;
  };
  const starts = [...entryPoints(repository)];
  const byAnything = reach(starts);
  const byProduct = reach(starts.filter((path) => !TEST_FILE.test(path)));
  return repository.sources.flatMap(({ path }) => {
    if (TEST_FILE.test(path)) return [];
    const isProduct = PRODUCT.some((folder) => path.startsWith(folder));
    if (isProduct ? byProduct.has(path) : byAnything.has(path)) return [];
    const message =
      isProduct && byAnything.has(path)
        ? "only tests import this file"
        : "nobody imports this file";
    return [{ rule: "unused-files", path, line: 1, message }];
  });
}
