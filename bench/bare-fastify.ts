/**
 * What `bench rest` is compared with, in a process of its own: a Fastify handler that checks the
 * same signature, validates the same order by schema, and does nothing with it. Reads get the
 * exchange's own answers, which Fastify serialises.
 *
 * `node bench/bare-fastify.ts SECRET [ANSWERS]` prints the port it listens on.
 */
import { createSecretKey } from "node:crypto";
import Fastify, { type FastifyRequest } from "fastify";
import { answersIn, isSigned, PLACE_ORDER } from "./bare-requests.ts";

const DECIMAL = { type: "string", pattern: "^\\d{1,24}(\\.\\d{1,24})?$" };

const BODY = {
  type: "object",
  required: ["category", "symbol", "side", "orderType", "qty"],
  properties: {
    category: { type: "string", enum: ["SPOT", "USDT-FUTURES", "COIN-FUTURES", "USDC-FUTURES"] },
    symbol: { type: "string", maxLength: 40 },
    side: { type: "string", enum: ["buy", "sell"] },
    orderType: { type: "string", enum: ["limit", "market"] },
    qty: DECIMAL,
    price: DECIMAL,
    timeInForce: { type: "string", enum: ["gtc", "ioc", "fok", "post_only"] },
    posSide: { type: "string", enum: ["long", "short"] },
    reduceOnly: { type: "string", enum: ["yes", "no"] },
    stpMode: { type: "string", enum: ["none", "cancel_taker", "cancel_maker", "cancel_both"] },
    clientOid: { type: "string", maxLength: 32 },
  },
} as const;

const REPLY = {
  type: "object",
  properties: {
    code: { type: "string" },
    msg: { type: "string" },
    requestTime: { type: "number" },
    data: {
      type: "object",
      properties: { orderId: { type: "string" }, clientOid: { type: "string" } },
    },
  },
} as const;

async function main(): Promise<void> {
  const key = createSecretKey(Buffer.from(process.argv[2] ?? ""));
  const app = Fastify({ logger: false });
  const raw = new WeakMap<object, Buffer>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    raw.set(request, body as Buffer);
    done(null, JSON.parse(body.toString()));
  });
  const isTrusted = (request: FastifyRequest): boolean => {
    const { headers, method, url } = request;
    return isSigned(key, { headers, method, url, body: raw.get(request) });
  };
  app.post<{ Body: { readonly clientOid?: string } }>(
    PLACE_ORDER,
    {
      schema: { body: BODY, response: { 200: REPLY } },
      preValidation: (request, reply, done) => {
        if (isTrusted(request)) done();
        else reply.code(400).send({ code: "40009", msg: "sign signature error" });
      },
    },
    (request, reply) => {
      const data = { orderId: "1000000000000000000", clientOid: request.body.clientOid ?? "" };
      reply.send({ code: "00000", msg: "success", requestTime: Date.now(), data });
    },
  );
  const answers = new Map<string, unknown>();
  for (const [target, text] of Object.entries(answersIn(process.argv[3]))) {
    answers.set(target, JSON.parse(text));
  }
  for (const path of new Set([...answers.keys()].map((target) => target.split("?")[0] ?? ""))) {
    app.get(path, (request, reply) => {
      const isPublic = request.headers["access-sign"] === undefined;
      if (isPublic || isTrusted(request)) reply.send(answers.get(request.url));
      else reply.code(400).send({ code: "40009", msg: "sign signature error" });
    });
  }
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
}

await main();
