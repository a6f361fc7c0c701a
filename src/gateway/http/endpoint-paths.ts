import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "./endpoint.ts";
import type { EndpointRoute } from "./endpoint-route.ts";
import { FrameworkCall } from "./framework-call.ts";

/** A path that a client can send in one way only, but for characters that need no encoding. */
const PLAIN_PATH = /^(\/[^/]+\/)[^#$&+,:;=?@%*]+$/;
/** Slash within a part of a path, behind the scheme and the host that some proxies send. */
const ENCODED_SLASH = /^(?:\/|[^/]+\/\/[^/?#]*\/)[^?#]*%2f/i;

type RestOfPath = { readonly "*": string };

/** The endpoints of one method whose paths begin with the same part, by the rest of their path. */
type Group = Map<string, EndpointRoute>;

/**
 * Routes of the framework to the endpoints. All endpoints of a method under one first part of their
 * path, such as `/api/`, share one route, because a start takes a tenth of a second to register
 * four hundred; the rest of the path is looked up here. A path that no endpoint has is answered
 * as one without a route.
 */
export class EndpointPaths {
  readonly #app: FastifyInstance;
  readonly #groups = new Map<string, Group>();
  readonly #groupUrls = new Set<string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Whether the URL of a route of the framework stands for the paths of several endpoints. */
  isGroup(url: string): boolean {
    return this.#groupUrls.has(url);
  }

  /** Serves an endpoint under its paths; `bodyLimit` is in bytes, by default that of the server. */
  add({ method, paths }: Endpoint, served: EndpointRoute, bodyLimit?: number): void {
    for (const url of paths) {
      const [, first] = PLAIN_PATH.exec(url) ?? [];
      if (bodyLimit === undefined && first !== undefined) {
        this.#group(method, first).set(url.slice(first.length), served);
        continue;
      }
      this.#app.route({
        ...{ method, url, ...(bodyLimit === undefined ? {} : { bodyLimit }) },
        handler: (request, reply) => served.serve(new FrameworkCall(request, reply)),
      });
    }
  }

  #group(method: Endpoint["method"], first: string): Group {
    const name = `${method} ${first}`;
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const group: Group = new Map();
    const url = `${first}*`;
    this.#groups.set(name, group);
    this.#groupUrls.add(url);
    this.#app.route<{ Params: RestOfPath }>({
      ...{ method, url },
      handler: (request, reply) => serveOneOf(group, request, reply),
    });
    return group;
  }
}

/** The framework decodes the rest of the path. */
function serveOneOf(
  group: Group,
  request: FastifyRequest<{ Params: RestOfPath }>,
  reply: FastifyReply,
): void {
  const served = group.get(request.params["*"]);
  if (served === undefined || ENCODED_SLASH.test(request.raw.url ?? "")) reply.callNotFound();
  else served.serve(new FrameworkCall(request, reply));
}
