/** The unmodified WebSocket classes of bitget-api, pointed at a local exchange. */
import { WebsocketAPIClient, WebsocketClientV2, WebsocketClientV3 } from "bitget-api";
import { eventually } from "../../support/eventually.ts";
import { keyOptions } from "./bitget-api-clients.ts";
import { type Address, closeAtEnd, type Key } from "./conformance-exchange.ts";

/** Its log goes nowhere: tests look at what it emits. */
const SILENT = {
  trace: () => undefined,
  info: () => undefined,
  error: () => undefined,
};

/** A push as the client emits it. */
export type Push = {
  readonly action: "snapshot" | "update";
  readonly arg: Readonly<Record<string, string>>;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly ts: number;
};

/** A client with everything it receives: pushes, acknowledgements and refusals. */
export type Listening<T> = {
  readonly client: T;
  readonly pushes: readonly Push[];
  readonly replies: readonly Readonly<Record<string, unknown>>[];
  readonly refusals: readonly unknown[];
};

function listenTo<T extends WebsocketClientV2 | WebsocketClientV3>(client: T): Listening<T> {
  const pushes: Push[] = [];
  const replies: Readonly<Record<string, unknown>>[] = [];
  const refusals: unknown[] = [];
  client.on("update", (push: unknown) => pushes.push(push as Push));
  client.on("response", (reply: unknown) =>
    replies.push(reply as Readonly<Record<string, unknown>>),
  );
  client.on("exception", (refusal: unknown) => refusals.push(refusal));
  closeAtEnd(() => client.closeAll(true));
  return { client, pushes, replies, refusals };
}

/** One address serves public and private topics: the client takes only one. */
export function websocketV2(
  exchange: Address,
  key?: Key,
  path = "/v2/ws/private",
): Listening<WebsocketClientV2> {
  const wsUrl = `${exchange.socketUrl}${path}`;
  return listenTo(new WebsocketClientV2({ ...keyOptions(key), wsUrl }, SILENT));
}

export function websocketV3(
  exchange: Address,
  key?: Key,
  path = "/v3/ws/private",
): Listening<WebsocketClientV3> {
  const wsUrl = `${exchange.socketUrl}${path}`;
  return listenTo(new WebsocketClientV3({ ...keyOptions(key), wsUrl }, SILENT));
}

export function websocketApi(exchange: Address, key: Key): WebsocketAPIClient {
  const wsUrl = `${exchange.socketUrl}/v3/ws/private`;
  const options = { ...keyOptions(key), wsUrl, attachEventListeners: false };
  const client = new WebsocketAPIClient(options, SILENT);
  closeAtEnd(() => client.getWSClient().closeAll(true));
  return client;
}

/** Waits until the subscription to a topic is acknowledged: from then on every push comes. */
export async function subscribed(
  { replies }: Listening<unknown>,
  arg: Readonly<Record<string, string>>,
): Promise<void> {
  await eventually(`the acknowledgement of ${JSON.stringify(arg)}`, () =>
    replies.some((reply) => {
      const acknowledged = reply["arg"] as Readonly<Record<string, string>> | undefined;
      return (
        reply["event"] === "subscribe" &&
        Object.entries(arg).every(([name, value]) => acknowledged?.[name] === value)
      );
    }),
  );
}

/** The newest row pushed on a channel that `holds`; `undefined` while there is none. */
export function lastRow(
  pushes: readonly Push[],
  arg: Readonly<Record<string, string>>,
  holds: (row: Readonly<Record<string, unknown>>) => boolean = () => true,
): Readonly<Record<string, unknown>> | undefined {
  return pushes
    .filter((push) => Object.entries(arg).every(([name, value]) => push.arg[name] === value))
    .flatMap(({ data }) => data)
    .findLast(holds);
}
