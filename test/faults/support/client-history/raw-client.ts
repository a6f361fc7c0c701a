/** A client that signs its requests itself, gives up when it likes, and sends the same again. */
import { createHmac } from "node:crypto";
import type { Cancel, Dialect, Listing, Lookup, Placement, SeenOrder } from "./operations.ts";
import type { Manner, OrderClient, OrderTerms } from "./order-client.ts";
import { ABSENT_CODE, answerOf, deadlineOf, lotsOf, type Reply, recorded } from "./replies.ts";
import type { World } from "./world.ts";

type Row = Readonly<Record<string, unknown>>;

const ROWS_MAX = 100;

const PATHS = {
  v2: {
    place: "/api/v2/spot/trade/place-order",
    cancel: "/api/v2/spot/trade/cancel-order",
    lookUp: "/api/v2/spot/trade/orderInfo",
    list: "/api/v2/spot/trade/unfilled-orders?symbol=BTCUSDT&limit=100",
  },
  v3: {
    place: "/api/v3/trade/place-order",
    cancel: "/api/v3/trade/cancel-order",
    lookUp: "/api/v3/trade/order-info",
    list: "/api/v3/trade/unfilled-orders?category=SPOT&symbol=BTCUSDT&limit=100",
  },
} as const;

export class RawClient implements OrderClient {
  readonly name: string;
  readonly dialect: Dialect;
  readonly #world: World;

  constructor(world: World, dialect: Dialect, name = "raw") {
    this.#world = world;
    this.dialect = dialect;
    this.name = name;
  }

  async place(clientOid: string, terms: OrderTerms, manner: Manner): Promise<Placement> {
    const { force, orderType, price, side, size } = terms;
    const body = {
      symbol: "BTCUSDT",
      clientOid,
      side,
      orderType,
      ...(orderType === "limit" ? { price } : {}),
      ...(this.dialect === "v2"
        ? { size, force }
        : { category: "SPOT", qty: size, timeInForce: force, stpMode: "none" }),
    };
    const send = () => this.#send("POST", PATHS[this.dialect].place, manner, body);
    const { call, reply } = await recorded(this.#world, this.#named(clientOid), send);
    const deadlineMs = deadlineOf(reply, manner);
    return { kind: "placement", ...call, deadlineMs, answer: answerOf(reply) };
  }

  async cancel(clientOid: string, manner: Manner): Promise<Cancel> {
    const category = this.dialect === "v2" ? {} : { category: "SPOT" };
    const body = { symbol: "BTCUSDT", clientOid, ...category };
    const send = () => this.#send("POST", PATHS[this.dialect].cancel, manner, body);
    const { call, reply } = await recorded(this.#world, this.#named(clientOid), send);
    const deadlineMs = deadlineOf(reply, manner);
    return { kind: "cancel", ...call, deadlineMs, answer: answerOf(reply) };
  }

  async lookUp(clientOid: string, manner: Manner, isLast = false): Promise<Lookup> {
    const path = `${PATHS[this.dialect].lookUp}?clientOid=${clientOid}`;
    const send = () => this.#send("GET", path, manner);
    const { call, reply } = await recorded(this.#world, this.#named(clientOid), send);
    return { kind: "lookup", ...call, isLast, answer: this.#lookedUp(reply) };
  }

  async list(manner: Manner): Promise<Listing> {
    const send = () => this.#send("GET", PATHS[this.dialect].list, manner);
    const { call, reply } = await recorded(this.#world, this.#named(""), send);
    const { code, data } = reply;
    const isWhole = code === "00000";
    const rows = isWhole ? rowsOf(data) : [];
    if (rows.length === ROWS_MAX) throw new RangeError("fewer open orders than a page has");
    const orderIds = rows.map(({ orderId }) => String(orderId));
    return { kind: "listing", ...call, isWhole, orderIds };
  }

  #named(clientOid: string) {
    return { client: this.name, dialect: this.dialect, clientOid };
  }

  #lookedUp({ code, data }: Reply): Lookup["answer"] {
    if (code === ABSENT_CODE && this.dialect === "v3") return { kind: "absent" };
    if (code !== "00000") return { kind: "later" };
    if (this.dialect === "v3") return { kind: "found", order: seen(data as Row) };
    const [row] = data as readonly Row[];
    return row === undefined ? { kind: "absent" } : { kind: "found", order: seen(row) };
  }

  async #send(
    method: "GET" | "POST",
    path: string,
    { patienceMs, windowMs }: Manner,
    body?: object,
  ): Promise<Reply> {
    const { address, credentials } = this.#world.exchange;
    const user = this.dialect === "v2" ? "classic" : "unified";
    const key = credentials.users.find(({ name }) => name === user);
    if (key === undefined) throw new RangeError(`there is a first user ${user}`);
    const signedMs = this.#world.nowMs();
    const stated =
      windowMs === undefined ? {} : { requestTime: `${signedMs}`, receiveWindow: `${windowMs}` };
    const text = body === undefined ? "" : JSON.stringify({ ...body, ...stated });
    const sign = createHmac("sha256", key.secret).update(`${signedMs}${method}${path}${text}`);
    try {
      const response = await fetch(`${address.baseUrl}${path}`, {
        method,
        headers: {
          "access-key": key.apiKey,
          "access-sign": sign.digest("base64"),
          "access-timestamp": `${signedMs}`,
          "access-passphrase": key.passphrase,
          "content-type": "application/json",
        },
        ...(text === "" ? {} : { body: text }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const { code, data, requestTime } = (await response.json()) as {
        readonly code: string;
        readonly data: unknown;
        readonly requestTime: number;
      };
      return { code, acceptedMs: requestTime, data, signedMs };
    } catch {
      return { code: undefined, acceptedMs: undefined, data: undefined, signedMs };
    }
  }
}

function rowsOf(data: unknown): readonly Row[] {
  return Array.isArray(data) ? data : ((data as { list: readonly Row[] }).list ?? []);
}

function seen(row: Row): SeenOrder {
  const status = String(row["status"] ?? row["orderStatus"]);
  return {
    orderId: String(row["orderId"]),
    isOpen: ["live", "new", "partially_filled"].includes(status),
    filledLots: lotsOf(row["baseVolume"]),
  };
}
