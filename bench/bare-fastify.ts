/**
 * What `bench rest` is compared with, in a process of its own: a Fastify handler that checks the
 * same signature, validates the same order by schema, and does nothing with it.
 *
 * `node bench/bare-fastify.ts SECRET` prints the port it listens on.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import Fastify from "fastify";

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
  app.post<{ Body: { readonly clientOid?: string } }>(
    "/api/v3/trade/place-order",
    {
      schema: { body: BODY, response: { 200: REPLY } },
      preValidation: (request, reply, done) => {
        const { headers, method, url } = request;
        const mac = createHmac("sha256", key).update(
          `${headers["access-timestamp"]}${method}${url}`,
        );
        mac.update(raw.get(request) ?? "");
        const given = Buffer.from(String(headers["access-sign"]), "base64");
        if (given.length === 32 && timingSafeEqual(mac.digest(), given)) done();
        else reply.code(400).send({ code: "40009", msg: "sign signature error" });
      },
    },
    (request, reply) => {
      const data = { orderId: "1000000000000000000", clientOid: request.body.clientOid ?? "" };
      reply.send({ code: "00000", msg: "success", requestTime: Date.now(), data });
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : 0}\n`);
}

await main();
