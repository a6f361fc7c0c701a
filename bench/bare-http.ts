/**
 * What `bench rest` is compared with besides Fastify, in a process of its own: a handler of
 * `node:http` that checks the same signature, parses the order, and answers prepared text.
 *
 * `node bench/bare-http.ts SECRET [ANSWERS]` prints the port it listens on.
 */
import { createSecretKey } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answersIn, isSigned, PLACE_ORDER } from "./bare-requests.ts";

const key = createSecretKey(Buffer.from(process.argv[2] ?? ""));
const answers = answersIn(process.argv[3]);

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

function placed(body: Buffer): string {
  const { clientOid } = JSON.parse(body.toString()) as { readonly clientOid: string };
  const data = { orderId: "1000000000000000000", clientOid };
  return JSON.stringify({ code: "00000", msg: "success", requestTime: Date.now(), data });
}

function serve(request: IncomingMessage, response: ServerResponse, body: Buffer | undefined): void {
  const { headers, method = "", url = "" } = request;
  const isPublic = headers["access-sign"] === undefined;
  if (!isPublic && !isSigned(key, { headers, method, url, body })) {
    send(response, 400, '{"code":"40009","msg":"sign signature error"}');
  } else if (url === PLACE_ORDER && body !== undefined) {
    send(response, 200, placed(body));
  } else {
    send(response, 200, answers[url] ?? "{}");
  }
}

const server = createServer((request, response) => {
  if (request.method === "GET") {
    serve(request, response, undefined);
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => serve(request, response, Buffer.concat(chunks)));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
});
