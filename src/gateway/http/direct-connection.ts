import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { assert } from "../../core/base/assert.ts";
import type { AnswerHeaders } from "./answer.ts";
import { answerText } from "./answer-text.ts";
import type { Call } from "./call.ts";
import type { DirectLane } from "./direct-lane.ts";
import { refuseSocket } from "./refuse-socket.ts";
import { WHOLE_BODY_BYTES_MAX, type WholeRequest } from "./whole-request.ts";

/** Time for the rest of a request to arrive before Node's server waits for it, in ms. */
const REST_MS = 1000;
/** Pieces in which a request may arrive. */
const PIECES_MAX = 16;
/** Bytes of a request that is kept incomplete: a body and its head. */
const KEPT_BYTES_MAX = WHOLE_BODY_BYTES_MAX + 16 * 1024;
/** Node's server adds it to the time that `Keep-Alive` names, in ms. */
const KEEP_ALIVE_BUFFER_MS = 1000;

/** Connection that carries one plain request at a time. */
export class DirectConnection {
  readonly socket: Socket;
  readonly #lane: DirectLane;
  /** Bytes of a request that is not whole, or of one behind the request in progress. */
  #kept: Buffer | undefined;
  #pieces = 0;
  #isBusy = false;
  #hasServed = false;
  /** Monotonic time of the last event, in ms. */
  #changedMs = performance.now();
  readonly #onData = (bytes: Buffer): void => this.#take(bytes);
  readonly #onEnd = (): void => this.#end();
  readonly #onDrain = (): void => this.#drained();
  readonly #onClose = (): void => this.#closed();
  readonly #onError = (): void => undefined;

  constructor(socket: Socket, lane: DirectLane) {
    this.socket = socket;
    this.#lane = lane;
    socket.on("data", this.#onData);
    socket.on("end", this.#onEnd);
    socket.on("drain", this.#onDrain);
    socket.on("close", this.#onClose);
    socket.on("error", this.#onError);
  }

  /** Ends the connection, or hands it over, when one of the times has passed. */
  check(nowMs: number): void {
    const { headerMs, keepAliveMs, stalledMs } = this.#lane.options.times;
    const quietMs = nowMs - this.#changedMs;
    if (this.#isBusy || this.socket.writableLength > 0) {
      if (quietMs >= stalledMs) this.socket.destroy();
    } else if (this.#kept !== undefined) {
      if (quietMs >= REST_MS) this.#handOver();
    } else if (this.#hasServed) {
      if (quietMs >= keepAliveMs + KEEP_ALIVE_BUFFER_MS) this.socket.destroy();
    } else if (quietMs >= headerMs) {
      const code = "ERR_HTTP_REQUEST_TIMEOUT";
      refuseSocket({ code }, this.socket, this.#lane.options.nowMs());
    }
  }

  /** Writes an answer, unless the client has disconnected, and takes the next request. */
  answer(call: DirectCall, status: number, envelope: string, headers: AnswerHeaders): void {
    const { options, server } = this.#lane;
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#changedMs = performance.now();
    const { socket } = this;
    if (socket.writable) {
      const bytes = Buffer.byteLength(envelope);
      // A draining server closes each connection with its next response.
      const keepAliveMs = server.listening ? options.times.keepAliveMs : undefined;
      const { id: requestId } = call;
      const text = answerText({ status, envelope, bytes, headers, requestId, keepAliveMs });
      const isAscii = bytes === envelope.length;
      if (!socket.write(text, isAscii ? "latin1" : "utf8")) socket.pause();
      if (keepAliveMs === undefined) socket.destroySoon();
    }
    options.gate.ended(socket);
    if (this.#kept !== undefined && socket.writable) this.#handOver();
  }

  #take(bytes: Buffer): void {
    const now = performance.now();
    // The time of a request that is not whole counts from its first piece.
    if (this.#kept === undefined || this.#isBusy) this.#changedMs = now;
    const all = this.#kept === undefined ? bytes : Buffer.concat([this.#kept, bytes]);
    if (this.#isBusy) {
      this.#kept = all;
      this.socket.pause();
      return;
    }
    const reading = this.#lane.reader.read(all, this.#lane.isServed);
    if (reading === "incomplete") {
      this.#kept = all;
      this.#pieces += 1;
      if (this.#pieces >= PIECES_MAX || all.length > KEPT_BYTES_MAX) this.#handOver();
      return;
    }
    this.#kept = undefined;
    this.#pieces = 0;
    const { gate, requestIds } = this.#lane.options;
    const route = reading === "other" ? undefined : this.#lane.routeOf(reading);
    if (reading === "other" || route === undefined) {
      this.#kept = all;
      this.#handOver();
      return;
    }
    if (!gate.begin(this.socket)) return;
    this.#isBusy = true;
    this.#hasServed = true;
    route.serve(new DirectCall(reading, requestIds.of(reading), this));
  }

  #handOver(): void {
    const { socket } = this;
    const bytes = this.#kept;
    this.#kept = undefined;
    socket.removeListener("data", this.#onData);
    socket.removeListener("end", this.#onEnd);
    socket.removeListener("drain", this.#onDrain);
    socket.removeListener("close", this.#onClose);
    socket.removeListener("error", this.#onError);
    this.#lane.handOver(this, bytes);
  }

  /** Treats the end of the client's bytes as Node's server does. */
  #end(): void {
    if (this.#kept === undefined) this.socket.end();
    else refuseSocket({ code: "HPE_INVALID_EOF_STATE" }, this.socket, this.#lane.options.nowMs());
  }

  #drained(): void {
    this.#changedMs = performance.now();
    if (!this.#isBusy) this.socket.resume();
  }

  #closed(): void {
    this.#lane.forget(this);
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#lane.options.gate.ended(this.socket);
  }
}

/** Call of one request on a connection. */
class DirectCall implements Call {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
  readonly socket: Socket;
  readonly #connection: DirectConnection;
  isAnswered = false;

  constructor(request: WholeRequest, id: string, connection: DirectConnection) {
    this.id = id;
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.body = request.body;
    this.socket = connection.socket;
    this.#connection = connection;
  }

  send(status: number, envelope: string, headers: AnswerHeaders): void {
    assert(!this.isAnswered, "a request is answered once");
    this.isAnswered = true;
    this.#connection.answer(this, status, envelope, headers);
  }

  open(): void {
    assert(false, "an endpoint with a stream is served by the framework");
  }
}
