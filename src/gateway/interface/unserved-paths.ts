import { type WireError, wireError } from "../http/wire-error.ts";
import { INTERFACE_V2 } from "./interface-v2.ts";
import { INTERFACE_V3 } from "./interface-v3.ts";
import { NOT_OFFERED_V2 } from "./not-offered-v2.ts";
import { NOT_OFFERED_V3 } from "./not-offered-v3.ts";

/** What the interface has under one path: the refusal of each method. */
type Refusals = ReadonlyMap<string, () => WireError>;

/**
 * Paths of the interface with the refusals of those that no route serves: what this exchange does
 * not offer, and what is not built yet. Any other path is a mistake of the caller.
 */
export class UnservedPaths {
  readonly #byPath: ReadonlyMap<string, Refusals>;

  constructor() {
    const byPath = new Map<string, Map<string, () => WireError>>();
    const add = (endpoint: string, refusal: () => WireError): void => {
      const [method = "", path = ""] = endpoint.split(" ");
      const refusals = byPath.get(path) ?? new Map<string, () => WireError>();
      byPath.set(path, refusals.set(method, refusal));
    };
    for (const { endpoints } of [...INTERFACE_V2, ...INTERFACE_V3]) {
      for (const endpoint of endpoints) add(endpoint, () => wireError("40411"));
    }
    for (const { endpoints, notOffered } of [...NOT_OFFERED_V2, ...NOT_OFFERED_V3]) {
      for (const endpoint of endpoints) add(endpoint, () => wireError("40410", notOffered));
    }
    this.#byPath = byPath;
  }

  /** Returns the methods that the interface has under a path; empty for an unknown path. */
  methods(path: string): readonly string[] {
    return [...(this.#byPath.get(path)?.keys() ?? [])];
  }

  /** Returns the refusal of an endpoint of the interface; undefined for an unknown one. */
  refusal(method: string, path: string): WireError | undefined {
    return this.#byPath.get(path)?.get(method)?.();
  }
}
