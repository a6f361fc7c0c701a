import { builtinModules } from "node:module";
import { importsOf } from "../imports.ts";
import { isTest, lineAt, type Repository, type Violation } from "../repository.ts";

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const isBuiltin = (specifier: string): boolean =>
  specifier.startsWith("node:") || builtinModules.includes(specifier);

function inexactVersions(manifest: Manifest): Violation[] {
  const all = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  };
  return Object.entries(all)
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => ({
      rule: "dependencies",
      path: "package.json",
      line: 1,
      message: `${name} is not pinned to one version: ${version}`,
    }));
}

/** A lock file that names a host ties every install to that host. */
function lockedHosts(repository: Repository): Violation[] {
  const lock = repository.files.find((file) => file.path === "package-lock.json");
  if (lock === undefined) return [];
  return [...lock.text.matchAll(/"resolved": "[a-z+]+:/g)].map((match) => ({
    rule: "dependencies",
    path: lock.path,
    line: lineAt(lock.text, match.index),
    message: "the lock file names a host",
  }));
}

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** `npm ci` refuses a lock file without an entry for every optional package, on any platform. */
function unlockedOptionals(repository: Repository): Violation[] {
  const lock = repository.files.find((file) => file.path === "package-lock.json");
  if (lock === undefined) return [];
  const { packages = {} } = JSON.parse(lock.text) as { packages?: Record<string, Locked> };
  const locked = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)),
  );
  const wanted = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  );
  return wanted
    .filter((name) => !locked.has(name))
    .map((name) => ({
      rule: "dependencies",
      path: lock.path,
      line: 1,
      message: `the lock file has no entry for the optional package ${name}`,
    }));
}

/** Versions are exact, locks name no host, the server needs no development dependency. */
export function dependencies(repository: Repository): Violation[] {
  const text = repository.files.find((file) => file.path === "package.json")?.text ?? "{}";
  const manifest = JSON.parse(text) as Manifest;
  const ofServer = new Set(Object.keys(manifest.dependencies ?? {}));
  const violations = [
    ...inexactVersions(manifest),
    ...lockedHosts(repository),
    ...unlockedOptionals(repository),
  ];
  for (const file of repository.sources) {
    if (!file.path.startsWith("src/") || isTest(file.path)) continue;
    for (const { target, specifier, line } of importsOf(file)) {
      if (target !== undefined || isBuiltin(specifier)) continue;
      if (ofServer.has(packageOf(specifier))) continue;
      const message = `${specifier} is not among the server's dependencies`;
      violations.push({ rule: "dependencies", path: file.path, line, message });
    }
  }
  return violations;
}
