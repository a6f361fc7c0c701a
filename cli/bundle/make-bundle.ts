/** Makes bundles of the programs, with their threads (decision 0112). */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { type Plugin, rolldown, VERSION } from "rolldown";
import { bundleNames, bundlesFolder, isRunning, MANIFEST, RUNNING, versionOf } from "./bundles.mjs";

/** Parts of the core that tests load from the exchange's bundle. */
const CORE_PARTS = ["audit", "exchange", "state", "state-encoding", "events/event-buffer"];

/** Modules that benchmarks load from this checkout and from another one. */
const LOADED_BY_BENCHMARKS = [
  "bench/mix-run.ts",
  "src/core/audit.ts",
  "src/core/events/event-buffer.ts",
  "src/core/exchange.ts",
  "src/core/look-ahead.ts",
  "src/core/state.ts",
  "src/journal/file-command-log.ts",
  "src/journal/journal-follower.ts",
  "src/journal/snapshot-store.ts",
  "src/main/core-machine.ts",
  "src/main/history/history-follower.ts",
  "src/main/history/start-history-thread.ts",
  "src/main/history/thread-history.ts",
  "src/main/snapshots/thread-snapshots.ts",
  "src/projections/history/history-schema.ts",
  "src/projections/history/history-store.ts",
  "src/projections/history/limits.ts",
  "src/projections/store/sqlite-store.ts",
  "src/sequencer/sequencer.ts",
  "src/sequencer/snapshot-schedule.ts",
];

/** The programs of each kind of bundle, by the names of their files. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  exchange: {
    start: "src/main/start-bundled.ts",
    bourse: "cli/bourse.ts",
    ...Object.fromEntries(CORE_PARTS.map((part) => [`core/${part}`, `src/core/${part}.ts`])),
  },
  bench: {
    run: "bench/run.ts",
    ...Object.fromEntries(LOADED_BY_BENCHMARKS.map((path) => [path.replace(".ts", ""), path])),
  },
};

/**
 * Packages that stay outside of the exchange's bundle: those with native code, and those that a
 * start does not need.
 */
const OUTSIDE: ReadonlySet<string> = new Set([
  "bufferutil",
  "utf-8-validate",
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
  "light-my-request",
]);

/** Folder of the package that a module belongs to, below the root of the checkout. */
const PACKAGE = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/;

/** Whether an import of a bundle is left as it is. Benchmarks load their packages as others do. */
function isOutside(kind: string, specifier: string): boolean {
  if (/^[./]/.test(specifier)) return false;
  return kind !== "exchange" || isBuiltin(specifier) || OUTSIDE.has(specifier);
}

/** Module that each program and thread loads first; it reads the maps beside its bundled file. */
const FIRST = { name: "source-stacks", file: "cli/bundle/source-stacks.ts" };

/** The way in which a module names the file of a thread. */
const THREAD = /new URL\("\.\/([a-z-]+-thread)\.ts", import\.meta\.url\)/g;

/**
 * Keeps the places of `import.meta` what they are in the sources, so that a module of a bundle
 * finds the files beside its source. A thread is a program of the bundle: its URL names that file.
 */
function places(folder: string): Plugin {
  return {
    name: "places",
    transform: {
      filter: { code: "import.meta" },
      handler(code, id) {
        if (id.endsWith(FIRST.file)) return null;
        const urlOf = (path: string): string =>
          `new URL(${JSON.stringify(relative(folder, path))}, BUNDLED_URL)`;
        const moved = code
          .replace(THREAD, (_, name: string) => {
            const fileName = `${name}.mjs`;
            this.emitFile({ type: "chunk", id: resolve(dirname(id), `${name}.ts`), fileName });
            return `new URL("./${fileName}", BUNDLED_URL)`;
          })
          .replaceAll("import.meta.dirname", `decodeURI(${urlOf(dirname(id))}.pathname)`)
          .replaceAll("import.meta.url", `${urlOf(id)}.href`)
          .replaceAll("BUNDLED_URL", "import.meta.url");
        // No line moves, so the map of the source stays true.
        return { code: moved, map: null };
      },
    },
  };
}

/** Collects the modules that were read, also those of which nothing is left in the bundle. */
function readModules(modules: string[]): Plugin {
  return {
    name: "read modules",
    buildEnd() {
      modules.push(...this.getModuleIds());
    },
  };
}

/** The names of the files of a bundle, and the paths of the modules from which it was made. */
type Written = { readonly files: readonly string[]; readonly modules: readonly string[] };

async function write(root: string, kind: string, folder: string): Promise<Written> {
  const programs = KINDS[kind];
  if (programs === undefined) throw new Error(`one of ${Object.keys(KINDS)} is expected: ${kind}`);
  const modules: string[] = [];
  const build = await rolldown({
    cwd: root,
    input: { [FIRST.name]: FIRST.file, ...programs },
    platform: "node",
    external: (specifier) => isOutside(kind, specifier),
    // Types are only removed, as by Node.
    tsconfig: false,
    optimization: { inlineConst: { mode: "all", pass: 3 } },
    plugins: [places(folder), readModules(modules)],
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    banner: ({ isEntry, name }) =>
      isEntry && name !== FIRST.name && !name.includes("/") ? `import "./${FIRST.name}.mjs";` : "",
    // A start reads a sixth less text without them.
    comments: false,
    sourcemap: true,
    // The sources lie beside the bundle.
    sourcemapExcludeSources: true,
    // V8 folds constants and calls within a module, and reads them from cells between modules.
    codeSplitting: { groups: [{ name: "core", test: /\/src\/core\// }] },
  });
  await build.close();
  return { files: output.map(({ fileName }) => fileName), modules };
}

/** Throws when a source changed after `sinceMs`, in ms since 1970. */
function manifestOf(
  { folder, root, sinceMs }: { root: string; folder: string; sinceMs: number },
  { files, modules }: Written,
): string {
  const builder = ["build.ts", "bundles.mjs", "make-bundle.ts"];
  const read = modules.filter((id) => id.startsWith(`${root}/`)).map((id) => relative(root, id));
  const packages = new Set(read.flatMap((path) => PACKAGE.exec(path) ?? []));
  const paths = [
    ...read.filter((path) => !PACKAGE.test(path)).map((path) => join(root, path)),
    ...builder.map((name) => join(root, "cli/bundle", name)),
  ];
  const sources = paths.sort().map((path) => {
    const { ctimeMs, mtimeMs, size } = statSync(path);
    if (ctimeMs > sinceMs) throw new Error(`${path} changed while it was bundled`);
    return [relative(root, path), [size, mtimeMs]];
  });
  return JSON.stringify({
    node: process.versions.node,
    bundler: VERSION,
    packages: Object.fromEntries([...packages].map((path) => [path, versionOf(join(root, path))])),
    sources: Object.fromEntries(sources),
    chunks: Object.fromEntries(files.map((name) => [name, statSync(join(folder, name)).size])),
  });
}

/** Ids of the processes that run from a bundle. */
function usersOf(bundle: string): readonly number[] {
  try {
    return readdirSync(join(bundle, RUNNING)).map(Number);
  } catch {
    return [];
  }
}

/** Removes bundles that no process runs from, except the newest two, and what was not finished. */
function removeOld(folder: string): void {
  for (const name of bundleNames(folder).slice(2)) {
    const bundle = join(folder, name);
    if (!usersOf(bundle).some(isRunning)) rmSync(bundle, { recursive: true, force: true });
  }
  for (const name of readdirSync(folder)) {
    const [, pid] = /^making-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Makes a bundle of a kind and returns its folder. It gets its name when it is complete, so no
 * process sees a part of it. Throws when a source does not compile or nothing can be written.
 */
export async function makeBundle(root: string, kind: string): Promise<string> {
  const folder = bundlesFolder(root, kind);
  const making = join(folder, `making-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    const sinceMs = Date.now();
    const output = await write(root, kind, making);
    writeFileSync(join(making, MANIFEST), manifestOf({ root, folder: making, sinceMs }, output));
    const bundle = join(folder, `${Date.now()}-${process.pid}`);
    renameSync(making, bundle);
    removeOld(folder);
    return bundle;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
