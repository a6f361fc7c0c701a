import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { AnswerHeaders } from "./answer.ts";

/** One request to an endpoint and the way to answer it: the same for both lanes of the server. */
export interface Call {
  /** Id of the request, which the answer returns. */
  readonly id: string;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes as received; undefined for a request without a body. */
  readonly body: Buffer | undefined;
  readonly socket: Socket;
  /** Whether the head of the answer has been sent. */
  readonly isAnswered: boolean;
  /** Sends the answer with its envelope; does nothing if the client has disconnected. */
  send(status: number, envelope: string, headers: AnswerHeaders): void;
  /** Sends the head of an event stream and hands the stream to `use`. */
  open(headers: AnswerHeaders, use: (stream: Writable) => void): void;
}
