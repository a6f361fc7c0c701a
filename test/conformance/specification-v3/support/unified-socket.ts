/** A unified account that trades over WebSocket while it watches its order channel. */
import { afterAll, beforeAll, expect } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import {
  type SocketFixture,
  type SocketMessage,
  socketFixture,
  type TestSocket,
} from "../../../support/socket-fixture.ts";

/** A limit order that rests: the best bid of the book, with the index at 50,000. */
export const BUY = {
  category: "usdt-futures",
  symbol: "BTCUSDT",
  orderType: "limit",
  side: "buy",
  qty: "0.01",
  price: "49000",
};

/** A channel, and the connection on which it is open. */
export interface OpenedChannel {
  readonly socket: TestSocket;
  /** Answer to the subscription. */
  readonly answer: SocketMessage;
  readonly pushes: () => SocketMessage[];
}

/** The exchange that all tests of the file share; it starts before the first of them. */
export class UnifiedSocket {
  #fixture: SocketFixture | undefined;
  #alice: TestSocket | undefined;
  #maker: TestSocket | undefined;
  #requests = 0;

  constructor() {
    beforeAll(async () => {
      this.#fixture = await socketFixture();
      this.#alice = await this.fixture.login("unified");
      this.#maker = await this.fixture.login("maker");
      this.alice.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
      await this.alice.message("the subscription", ({ event }) => event === "subscribe");
    });
    afterAll(() => this.fixture[Symbol.asyncDispose]());
  }

  get fixture(): SocketFixture {
    return started(this.#fixture);
  }

  /** Connection of the account whose orders the tests read. */
  get alice(): TestSocket {
    return started(this.#alice);
  }

  /** Connection of the account that trades with Alice. */
  get maker(): TestSocket {
    return started(this.#maker);
  }

  async trade(
    topic: string,
    args: readonly object[],
    socket = this.alice,
    rest = {},
  ): Promise<SocketMessage> {
    this.#requests += 1;
    const id = `s-${this.#requests}`;
    socket.send({ op: "trade", id, topic, args, ...rest });
    return socket.message(`the answer to ${topic}`, (message) => message.id === id);
  }

  /** Places an order and returns its id. */
  async placed(change: object = {}, socket = this.alice): Promise<string> {
    const answer = await this.trade("place-order", [{ ...BUY, ...change }], socket);
    expect(answer).toMatchObject({ event: "trade", code: "0" });
    return answer.args[0].orderId;
  }

  /** The maker sells at a price that the test then buys at. */
  offer(qty: string, price: string): Promise<string> {
    return this.placed({ side: "sell", qty, price }, this.maker);
  }

  async cancel(orderId: string, socket = this.alice): Promise<void> {
    await this.trade("cancel-order", [{ orderId }], socket);
  }

  /** Pushes of the order channel that hold rows of one order, in their order. */
  pushesOf(orderId: string): SocketMessage[] {
    return this.alice.messages.filter(
      ({ action, arg, data }) =>
        action !== undefined &&
        arg.topic === "order" &&
        data.some((row: SocketMessage) => row.orderId === orderId),
    );
  }

  /** Rows of the order channel of one order, in their order. */
  statesOf(orderId: string): SocketMessage[] {
    const rows = this.pushesOf(orderId).flatMap(({ data }) => data);
    return rows.filter((row) => row.orderId === orderId);
  }

  /** Waits for exactly these states, and returns their rows. */
  async pushed(orderId: string, states: readonly string[]): Promise<SocketMessage[]> {
    const { length } = states;
    await eventually(`states ${states.join()}`, () => this.statesOf(orderId).length >= length);
    expect(this.statesOf(orderId).map(({ orderStatus }) => orderStatus)).toEqual(states);
    return this.statesOf(orderId);
  }

  /** Waits until the connection has received everything that was sent to it so far. */
  async received(socket: TestSocket): Promise<void> {
    const pongs = () => socket.texts.filter((text) => text === "pong").length;
    const before = pongs();
    socket.send("ping");
    await eventually("the answer to a ping", () => pongs() > before);
  }

  /** Opens a channel on a connection of its own. */
  async opened(arg: object): Promise<OpenedChannel> {
    const socket = await this.fixture.login("unified");
    socket.send({ op: "subscribe", args: [arg] });
    const answer = await socket.message("the answer", ({ event }) => event !== "login");
    return {
      ...{ socket, answer },
      pushes: () => socket.messages.filter(({ action }) => action !== undefined),
    };
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("the exchange starts before the tests");
  return part;
}
