/** The methods of the unmodified clients with the endpoints that each requests, from their code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ccxt from "ccxt";
import { children, type SyntaxNode, stringOf } from "../tidy/syntax.ts";
import { ARRANGED } from "./ccxt-arranged.ts";
import { ACCOUNT_KINDS, methodsOfClass, ownCalls, reachOf } from "./ccxt-reach.ts";

/** One method of a client and the endpoints that it can request, as "METHOD path". */
export interface ClientMethod {
  readonly name: string;
  readonly endpoints: readonly string[];
}

const PACKAGES = new URL("../../node_modules", import.meta.url).pathname;

const VERBS: Readonly<Record<string, string>> = {
  get: "GET",
  getPrivate: "GET",
  post: "POST",
  postPrivate: "POST",
};

/** The paths of a request: one, or that of each kind of margin account. */
function pathsOf(argument: SyntaxNode | undefined): readonly string[] {
  const text = stringOf(argument);
  if (text !== undefined) return [text];
  const parts = children(argument, "quasis").map(
    (part) => (part["value"] as { readonly cooked: string }).cooked,
  );
  return parts.length === 0 ? [] : ["crossed", "isolated"].map((mode) => parts.join(mode));
}

/** The methods of `RestClientV2` or `RestClientV3` of bitget-api that send a request. */
export function methodsOfBitgetApi(version: "v2" | "v3"): readonly ClientMethod[] {
  const path = join(PACKAGES, "bitget-api/dist/mjs", `rest-client-${version}.js`);
  const methods: ClientMethod[] = [];
  for (const [name, method] of methodsOfClass(path)) {
    const endpoints = ownCalls(method).flatMap(({ name: verb, argument }) => {
      const word = VERBS[verb];
      return word === undefined ? [] : pathsOf(argument).map((sent) => `${word} ${sent}`);
    });
    if (endpoints.length > 0) methods.push({ name, endpoints });
  }
  return methods;
}

type ApiTree = { readonly [segment: string]: ApiTree | number };

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The names that ccxt gives to the requests of v2 and v3, each with its endpoint. */
export function requestsOfCcxt(): ReadonlyMap<string, string> {
  const requests = new Map<string, string>();
  const visit = (tree: ApiTree, keys: readonly string[]): void => {
    for (const [key, below] of Object.entries(tree)) {
      if (/^v[23]\//.test(key)) {
        const words = [...keys, ...key.split(/[^A-Za-z0-9]/)];
        const name = words.map((word, index) => (index === 0 ? word : capitalized(word))).join("");
        requests.set(name, `${(keys.at(-1) ?? "").toUpperCase()} /api/${key}`);
      } else if (typeof below === "object" && !("cost" in below)) visit(below, [...keys, key]);
    }
  };
  visit(new ccxt.bitget().describe().api as ApiTree, []);
  return requests;
}

/** A method that ccxt declares, with what it requests for each kind of account. */
export interface CcxtMethod {
  readonly name: string;
  /** Endpoints, as "METHOD path". */
  readonly classic: readonly string[];
  readonly unified: readonly string[];
  /** Why the client sends nothing at all, where it does not. */
  readonly silence: string | undefined;
}

const SOURCE = join(PACKAGES, "ccxt/js/src");
const NO_METHODS = new Set([
  ...["CORS", "spot", "margin", "swap", "future", "option"],
  ...["publicAPI", "privateAPI", "ws", "sandbox"],
]);

/** The names of what ccxt's class says it has, emulated methods included. */
function declaredByCcxt(): readonly string[] {
  const { has } = new ccxt.pro.bitget() as { has: Readonly<Record<string, unknown>> };
  return Object.keys(has)
    .filter((name) => Boolean(has[name]) && !NO_METHODS.has(name))
    .sort();
}

const isWatching = (name: string): boolean => /^(watch|unWatch)/.test(name);

/** The unified methods that ccxt declares for this interface and that are answered by requests. */
export function methodsOfCcxt(): readonly CcxtMethod[] {
  const base = methodsOfClass(join(SOURCE, "base", "Exchange.js"));
  const methods = new Map([...base, ...methodsOfClass(join(SOURCE, "bitget.js"))]);
  const code = { methods, requests: requestsOfCcxt() };
  return declaredByCcxt()
    .filter((name) => !isWatching(name))
    .map((name) => {
      const sent = ARRANGED.get(name);
      const [classic, unified] = ACCOUNT_KINDS.map(
        (kind) => sent?.[kind].endpoints ?? reachOf(name, kind, code),
      ) as [readonly string[], readonly string[]];
      const isSilent = classic.length + unified.length === 0;
      const silence = isSilent ? (sent?.classic.refusal ?? "answers what it has read") : undefined;
      return { name, classic, unified, silence };
    });
}

/** Methods of ccxt's class that serve its others and are no part of its unified interface. */
const INNER_WATCHING = new Set([
  "watchPublic",
  "unWatchPublic",
  "watchPublicMultiple",
  "watchPrivate",
  "unWatchChannel",
]);

/** The methods of ccxt that watch channels: what it declares, and what its own class defines. */
export function watchingOfCcxt(): readonly string[] {
  const own = [...methodsOfClass(join(SOURCE, "pro", "bitget.js")).keys()];
  const names = [...own, ...declaredByCcxt()].filter(isWatching);
  return [...new Set(names)].filter((name) => !INNER_WATCHING.has(name)).sort();
}

/** What a user of bitget-api's WebSocket clients calls to have channels and to trade. */
const SOCKET_METHODS = {
  WebsocketClientV2: {
    file: "websocket-client-v2.js",
    names: /^(un)?subscribe(Topic)?$/,
  },
  WebsocketClientV3: {
    file: "websocket-client-v3.js",
    names: /^((un)?subscribe|sendWSAPIRequest)$/,
  },
  WebsocketAPIClient: {
    file: "websocket-api-client.js",
    names: /(Order|Orders)$/,
  },
} as const;

/** The methods of bitget-api's WebSocket clients that ask for channels or trade. */
export function socketMethodsOfBitgetApi(): readonly string[] {
  return Object.entries(SOCKET_METHODS).flatMap(([client, { file, names }]) => {
    const methods = methodsOfClass(join(PACKAGES, "bitget-api/dist/mjs", file));
    return [...methods.keys()]
      .filter((name) => names.test(name))
      .map((name) => `${client}.${name}`);
  });
}

const TOPIC_TYPES = {
  v2: /^(WsPublicTopicV2|WSPrivateTopic\w+V2|WsPrivateTopicV2)$/,
  v3: /^Ws(Public|Private)TopicV3$/,
} as const;

/** The channels that bitget-api's types name, as "v2 channel books"; one for all candles. */
export function channelsOfBitgetApi(): ReadonlySet<string> {
  const path = join(PACKAGES, "bitget-api/dist/mjs/types/websockets/ws-general.d.ts");
  const channels = new Set<string>();
  for (const [, type = "", text = ""] of readFileSync(path, "utf8").matchAll(
    /^export type (\w+) = (.*);$/gm,
  )) {
    for (const version of ["v2", "v3"] as const) {
      if (!TOPIC_TYPES[version].test(type)) continue;
      for (const [, name = ""] of text.matchAll(/'([^']+)'/g)) {
        channels.add(`${version} channel ${name.replace(/^candle.*/, "candle")}`);
      }
    }
  }
  return channels;
}
