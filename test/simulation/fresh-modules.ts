/**
 * Modules of the product that are evaluated on demand, some with another text. Modules that import
 * none of the changed ones, not even through others, are evaluated once and stay: their code is
 * warm, so that a comparison takes a fraction of the time that another process would need. They
 * hold constants alone; a state of theirs would last from one evaluation to the next.
 */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";
import { type Module, SourceTextModule, SyntheticModule } from "node:vm";

const ROOT = join(import.meta.dirname, "../..");

/** Exports by name. */
type Exports = Readonly<Record<string, unknown>>;

async function builtinModule(name: string): Promise<Module> {
  const exports = (await import(name)) as Exports;
  const names = Object.keys(exports);
  const module = new SyntheticModule(
    names,
    () => {
      for (const key of names) module.setExport(key, exports[key]);
    },
    { identifier: name },
  );
  await module.link(() => Promise.reject(new Error(`${name} imports nothing`)));
  await module.evaluate();
  return module;
}

/** The modules of one evaluation, by path. */
type Loaded = Map<string, SourceTextModule>;

/** Needs Node's option `--experimental-vm-modules`. */
export class FreshModules {
  /** Texts without types, by path. */
  readonly #texts = new Map<string, string>();
  readonly #builtins = new Map<string, Promise<Module>>();
  /** Modules with the text of their file that import none with another text, by path. */
  readonly #kept: Loaded = new Map();

  /**
   * Evaluates modules and all that they import. Paths are relative to the folder of the product;
   * `changed` has the TypeScript of modules that are to have another text than their file. Throws
   * what the modules throw, and a SyntaxError where a text is none or an import is missing.
   */
  async evaluate(
    paths: readonly string[],
    changed: ReadonlyMap<string, string>,
  ): Promise<readonly Exports[]> {
    const texts = new Map(
      [...changed].map(([path, text]) => [join(ROOT, path), stripTypeScriptTypes(text)]),
    );
    const modules = unaffected(this.#kept, texts);
    const unlinked: SourceTextModule[] = [];
    const moduleAt = (path: string): SourceTextModule => {
      const known = modules.get(path);
      if (known !== undefined) return known;
      const module = sourceModule(path, texts.get(path) ?? this.#textOf(path));
      modules.set(path, module);
      unlinked.push(module);
      return module;
    };
    const roots = paths.map((path) => moduleAt(join(ROOT, path)));
    for (let module = unlinked.pop(); module !== undefined; module = unlinked.pop()) {
      const folder = dirname(module.identifier);
      const imported = module.moduleRequests.map(({ specifier }) =>
        specifier.startsWith(".") ? moduleAt(resolve(folder, specifier)) : this.#builtin(specifier),
      );
      module.linkRequests(await Promise.all(imported));
    }
    for (const root of roots) {
      if (root.status === "unlinked") root.instantiate();
      await root.evaluate();
    }
    for (const [path, module] of unaffected(modules, texts)) this.#kept.set(path, module);
    return roots.map(({ namespace }) => namespace as Exports);
  }

  #textOf(path: string): string {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = stripTypeScriptTypes(readFileSync(path, "utf8"));
      this.#texts.set(path, text);
    }
    return text;
  }

  #builtin(name: string): Promise<Module> {
    const module = this.#builtins.get(name) ?? builtinModule(name);
    this.#builtins.set(name, module);
    return module;
  }
}

function sourceModule(path: string, text: string): SourceTextModule {
  const initializeImportMeta = (meta: ImportMeta): void => {
    meta.filename = path;
    meta.dirname = dirname(path);
  };
  return new SourceTextModule(text, { identifier: path, initializeImportMeta });
}

/** Paths of the modules of the product that a module imports itself. */
function importsOf(module: SourceTextModule): readonly string[] {
  return module.moduleRequests
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) => resolve(dirname(module.identifier), specifier));
}

/** The modules that neither have one of the texts nor import, over others or not, one that has. */
function unaffected(modules: Loaded, texts: ReadonlyMap<string, string>): Loaded {
  const importers = new Map<string, string[]>();
  for (const [importer, module] of modules) {
    for (const path of importsOf(module)) {
      const known = importers.get(path);
      if (known === undefined) importers.set(path, [importer]);
      else known.push(importer);
    }
  }
  const affected = new Set(texts.keys());
  // A set is walked over what is added on the way.
  for (const path of affected)
    for (const importer of importers.get(path) ?? []) affected.add(importer);
  return new Map([...modules].filter(([path]) => !affected.has(path)));
}
