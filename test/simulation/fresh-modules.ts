/**
 * Modules of the product that are evaluated again on demand, some with another text. The
 * process keeps the compiled code, so a second evaluation takes a tenth of a second where another
 * process would take half a second. No state of a module lasts from one evaluation to the next.
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

/** Needs Node's option `--experimental-vm-modules`. */
export class FreshModules {
  /** Texts without types, by path. */
  readonly #texts = new Map<string, string>();
  readonly #builtins = new Map<string, Promise<Module>>();

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
    const modules = new Map<string, SourceTextModule>();
    const unlinked: SourceTextModule[] = [];
    const moduleAt = (path: string): SourceTextModule => {
      const known = modules.get(path);
      if (known !== undefined) return known;
      const initializeImportMeta = (meta: ImportMeta): void => {
        meta.filename = path;
        meta.dirname = dirname(path);
      };
      const text = texts.get(path) ?? this.#textOf(path);
      const module = new SourceTextModule(text, { identifier: path, initializeImportMeta });
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
