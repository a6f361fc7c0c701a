/** Runs programs and loads modules of checkouts of this repository, each the way that it runs. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Bundles from "../../cli/bundle/bundles.mjs";
import { nodeFlagsOf } from "../../test/support/node-flags.ts";

/** The checkout of this file. */
export const HERE = resolve(import.meta.dirname, "../..");

/** A checkout with this file runs from bundles (decision 0112), one without from its sources. */
const BUNDLES = "cli/bundle/bundles.mjs";

/** Arguments with which node runs a program of a checkout, as its users do. */
export function programOf(checkout: string, file: string): string[] {
  if (!existsSync(join(checkout, BUNDLES))) return [join(checkout, file)];
  return [...nodeFlagsOf(checkout, file), join(checkout, "cli/launch.mjs"), file];
}

const bundles = new Map<string, Promise<string>>();

/** Folder of the bundle of a checkout's benchmarks, which calls at once make once. */
function bundleOf(checkout: string): Promise<string> {
  const known = bundles.get(checkout);
  if (known !== undefined) return known;
  const bundle = findOrMakeBundle(checkout);
  bundles.set(checkout, bundle);
  return bundle;
}

async function findOrMakeBundle(checkout: string): Promise<string> {
  const { bundleOrFault } = (await import(
    pathToFileURL(join(checkout, BUNDLES)).href
  )) as typeof Bundles;
  const { bundle, fault } = await bundleOrFault(checkout, "bench");
  if (bundle === undefined) throw new Error(`${checkout} has no bundle: ${fault}`);
  return bundle;
}

/**
 * Loads a module of a checkout, which its `LOADED_BY_BENCHMARKS` lists: from its bundle, or from
 * its sources where it has no bundles.
 */
export async function loadModule(folder: string, path: string): Promise<unknown> {
  const checkout = resolve(folder);
  const file = existsSync(join(checkout, BUNDLES))
    ? join(await bundleOf(checkout), path.replace(/\.ts$/, ".mjs"))
    : join(checkout, path);
  return await import(pathToFileURL(file).href);
}
