/** The unmodified ccxt class `bitget`, as a trader's program uses it. */
import ccxt from "ccxt";
import { type PlainClient, plainClient } from "../../../conformance/support/ccxt-clients.ts";
import type { Cancel, Dialect, Listing, Lookup, Placement, SeenOrder } from "./operations.ts";
import type { Manner, OrderClient, OrderTerms } from "./order-client.ts";
import { ABSENT_CODE, answerOf, deadlineOf, lotsOf, type Reply, recorded } from "./replies.ts";
import type { World } from "./world.ts";

const BTC = "BTC/USDT";
const ROWS_MAX = 100;

type CcxtOrder = Awaited<ReturnType<PlainClient["fetchOrder"]>>;
/** What ccxt returned or threw, beside the reply below it. */
type Outcome<T> = { readonly reply: Reply; readonly value: T | undefined; readonly fault: unknown };

export class CcxtClient implements OrderClient {
  readonly name = "ccxt";
  readonly dialect: Dialect;
  readonly #world: World;
  readonly #ccxt: PlainClient;

  private constructor(world: World, dialect: Dialect, client: PlainClient) {
    this.#world = world;
    this.dialect = dialect;
    this.#ccxt = client;
  }

  static async open(world: World, dialect: Dialect): Promise<CcxtClient> {
    const user = dialect === "v2" ? "classic" : "unified";
    const { address, credentials } = world.exchange;
    const key = credentials.users.find(({ name }) => name === user);
    const client = await plainClient(address, key, { uta: dialect === "v3" });
    client.enableLastJsonResponse = true;
    return new CcxtClient(world, dialect, client);
  }

  async place(clientOid: string, terms: OrderTerms, manner: Manner): Promise<Placement> {
    const { force, orderType, price, side, size } = terms;
    const isByCost = orderType === "market" && side === "buy";
    const params = {
      clientOrderId: clientOid,
      ...(orderType === "limit" ? { timeInForce: force.toUpperCase() } : {}),
      ...(isByCost ? { createMarketBuyOrderRequiresPrice: false } : {}),
      ...(this.dialect === "v3" ? { stpMode: "none" } : {}),
    };
    const limit = orderType === "limit" ? Number(price) : undefined;
    const create = () => this.#ccxt.createOrder(BTC, orderType, side, Number(size), limit, params);
    const send = async () => (await this.#run(manner, create)).reply;
    const { call, reply } = await recorded(this.#world, this.#named(clientOid), send);
    const deadlineMs = deadlineOf(reply, { ...manner, windowMs: undefined });
    return { kind: "placement", ...call, deadlineMs, answer: answerOf(reply) };
  }

  async cancel(clientOid: string, manner: Manner): Promise<Cancel> {
    const cancel = () => this.#ccxt.cancelOrder("", BTC, { clientOrderId: clientOid, clientOid });
    const send = async () => (await this.#run(manner, cancel)).reply;
    const { call, reply } = await recorded(this.#world, this.#named(clientOid), send);
    const deadlineMs = deadlineOf(reply, { ...manner, windowMs: undefined });
    return { kind: "cancel", ...call, deadlineMs, answer: answerOf(reply) };
  }

  async lookUp(clientOid: string, manner: Manner, isLast = false): Promise<Lookup> {
    let outcome: Outcome<CcxtOrder> | undefined;
    const send = async (): Promise<Reply> => {
      const params = { clientOrderId: clientOid };
      outcome = await this.#run(manner, () => this.#ccxt.fetchOrder("", BTC, params));
      return outcome.reply;
    };
    const { call } = await recorded(this.#world, this.#named(clientOid), send);
    return { kind: "lookup", ...call, isLast, answer: lookedUp(outcome) };
  }

  async list(manner: Manner): Promise<Listing> {
    let orders: readonly CcxtOrder[] | undefined;
    const send = async (): Promise<Reply> => {
      const fetchOpen = () => this.#ccxt.fetchOpenOrders(BTC, undefined, ROWS_MAX);
      const { reply, value } = await this.#run(manner, fetchOpen);
      orders = value;
      return reply;
    };
    const { call } = await recorded(this.#world, this.#named(""), send);
    const rows = orders ?? [];
    if (rows.length === ROWS_MAX) throw new RangeError("fewer open orders than a page has");
    const orderIds = rows.map(({ id }) => String(id));
    return { kind: "listing", ...call, isWhole: orders !== undefined, orderIds };
  }

  #named(clientOid: string) {
    return { client: this.name, dialect: this.dialect, clientOid };
  }

  /** One request at a time, signed with exchange time. */
  async #run<T>({ patienceMs }: Manner, send: () => Promise<T>): Promise<Outcome<T>> {
    const client = this.#ccxt;
    this.#aim(client);
    client.timeout = patienceMs;
    client.last_json_response = undefined;
    let value: T | undefined;
    let fault: unknown;
    try {
      value = await send();
    } catch (thrown) {
      // Anything else is a mistake of this file.
      if (!(thrown instanceof ccxt.BaseError)) throw thrown;
      fault = thrown;
    }
    const json = client.last_json_response as
      | { readonly code: string; readonly requestTime: number; readonly data: unknown }
      | undefined;
    const signedMs = Number(client.last_request_headers?.["ACCESS-TIMESTAMP"]);
    const { code, data, requestTime } = json ?? {};
    return { reply: { code, data, acceptedMs: requestTime, signedMs }, value, fault };
  }

  /** To the present process, by ccxt's own correction of the clock. */
  #aim(client: PlainClient): void {
    const { baseUrl } = this.#world.exchange.address;
    const api = client.urls["api"] as Record<string, unknown>;
    for (const [section, url] of Object.entries(api)) {
      if (typeof url === "string") api[section] = baseUrl;
    }
    client.options["timeDifference"] = Date.now() - this.#world.nowMs();
  }
}

function lookedUp(outcome: Outcome<CcxtOrder> | undefined): Lookup["answer"] {
  if (outcome?.value !== undefined) return { kind: "found", order: seen(outcome.value) };
  const code = outcome?.reply.code;
  // ccxt has no class for the code of v3.
  const isAbsent = code === ABSENT_CODE || outcome?.fault instanceof ccxt.OrderNotFound;
  return { kind: code !== undefined && isAbsent ? "absent" : "later" };
}

function seen({ filled, id, status }: CcxtOrder): SeenOrder {
  return { orderId: String(id), isOpen: status === "open", filledLots: lotsOf(filled) };
}
