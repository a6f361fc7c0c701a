/** Checks administrative requests against the schemas of their routes. */
import type { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import { assert } from "../core/base/assert.ts";
import type { AdminApp } from "./admin-app.ts";

type Compiler = typeof TypeBoxValidatorCompiler;

/** Time in ms from listening until the compiler is loaded, unless a request needs it before. */
const LOADED_AFTER_MS = 1_000;

/**
 * Sets the compiler of the schemas. No start waits for it: it is loaded after the server listens,
 * and compiles the schemas of a route at the first request to it.
 */
export function checkRequestSchemas(admin: AdminApp): void {
  let compiler: Compiler | undefined;
  const load = async (): Promise<void> => {
    compiler ??= (await import("@fastify/type-provider-typebox")).TypeBoxValidatorCompiler;
  };
  admin.addHook("onListen", (done) => {
    setTimeout(() => void load(), LOADED_AFTER_MS).unref();
    done();
  });
  admin.addHook("preValidation", load);
  admin.setValidatorCompiler((route) => {
    let check: ReturnType<Compiler> | undefined;
    return (value) => {
      assert(compiler !== undefined, "the compiler is loaded before a request is checked");
      check ??= compiler(route);
      return check(value);
    };
  });
}
