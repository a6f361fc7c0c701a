/** The unmodified ccxt class `bitget`, plain and pro, pointed at a local exchange. */
import ccxt, { type bitget } from "ccxt";
import { type Address, closeAtEnd, type Key } from "./conformance-exchange.ts";

export type PlainClient = bitget;
export type ProClient = InstanceType<typeof ccxt.pro.bitget>;

/** The sections whose addresses ccxt knows; one that is missing would keep the public host. */
const SECTIONS = [
  "spot",
  "mix",
  "user",
  "p2p",
  "broker",
  "margin",
  "common",
  "tax",
  "convert",
  "copy",
  "earn",
  "uta",
] as const;

export type ClientOptions = {
  /** ccxt's own switch: unified, classic, or found out by asking the exchange. */
  readonly uta?: boolean;
  readonly isSandbox?: boolean;
  readonly defaultType?: "spot" | "swap";
};

function settings(exchange: Address, key: Key | undefined, options: ClientOptions) {
  const { baseUrl, socketUrl } = exchange;
  const rest = Object.fromEntries(SECTIONS.map((section) => [section, baseUrl]));
  const sockets = (prefix: string) => ({
    public: `${prefix}/v2/ws/public`,
    private: `${prefix}/v2/ws/private`,
    utaPublic: `${prefix}/v3/ws/public`,
    utaPrivate: `${prefix}/v3/ws/private`,
  });
  const { isSandbox: _world, ...own } = options;
  return {
    ...(key === undefined
      ? {}
      : { apiKey: key.apiKey, secret: key.secret, password: key.passphrase }),
    urls: { api: { ...rest, ws: sockets(socketUrl), demo: sockets(`${socketUrl}/demo`) } },
    options: own,
    enableRateLimit: false,
  };
}

/** A client with its markets loaded; without a key it can read public things only. */
export async function plainClient(
  exchange: Address,
  key: Key | undefined,
  options: ClientOptions = {},
): Promise<PlainClient> {
  const client = new ccxt.bitget(settings(exchange, key, options));
  if (options.isSandbox === true) client.setSandboxMode(true);
  await client.loadMarkets();
  return client;
}

/** A client that can also watch; its connections are closed when the test file ends. */
export async function proClient(
  exchange: Address,
  key: Key | undefined,
  options: ClientOptions = {},
): Promise<ProClient> {
  const client = new ccxt.pro.bitget(settings(exchange, key, options));
  if (options.isSandbox === true) client.setSandboxMode(true);
  // ccxt opens ws:// addresses only once its agents are loaded.
  await client.loadHttpProxyAgent();
  await client.loadMarkets();
  closeAtEnd(() => client.close());
  return client;
}

/** The id of an order that ccxt has just placed: its types allow that there is none. */
export function idOf(order: { readonly id?: string | undefined }): string {
  if (order.id === undefined) throw new TypeError("the exchange answers the id of a new order");
  return order.id;
}
