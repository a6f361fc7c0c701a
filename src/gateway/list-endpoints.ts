import type { Endpoint } from "./http/endpoint.ts";
import { inspect } from "./inspection/inspect.ts";
import { endpointsV2 } from "./rest-v2/endpoints-v2.ts";
import { endpointsV3 } from "./rest-v3/endpoints-v3.ts";
import { endpointsTerminal } from "./terminal/endpoints-terminal.ts";
import { endpointsTerminalReads } from "./terminal-reads/endpoints-terminal-reads.ts";

/** Returns all REST endpoints; the router, the documentation and the coverage page use the list. */
export function listEndpoints(): readonly Endpoint[] {
  return [...endpointsV2, ...endpointsV3, ...endpointsTerminalReads];
}

/**
 * Returns the endpoints by which browsers open, list and end their sessions. No API key can call
 * them; otherwise they are like the others.
 */
export function listSessionEndpoints(): readonly Endpoint[] {
  return endpointsTerminal;
}

/** Returns the endpoints whose answers stay open; otherwise they are like the others. */
export function listStreams(): readonly Endpoint[] {
  return [inspect];
}
