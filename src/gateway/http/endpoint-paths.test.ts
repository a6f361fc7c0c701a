import fc from "fast-check";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { listeningPort } from "../../../test/support/lane-client.ts";
import { RawConnection } from "../../../test/support/raw-connection.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { SERVER_LIMITS } from "./server.ts";

const METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT"] as const;

/** Endpoints that answer with their first path; one of their paths has a part only. */
function endpoints(batch: boolean): Endpoint[] {
  const paths = [
    ["GET", "/t/time", "/u/time"],
    ["POST", "/t/time"],
    ["POST", "/t/rows", "/u/rows/of/one"],
    ["GET", "/t/äöü", "/top"],
    ["GET", "/u/rows/of/:name"],
  ] as const;
  return paths.map(([method, first, ...more]) =>
    defineEndpoint({
      ...{ method, paths: [first, ...more], version: "v3", summary: "Answers its path", batch },
      access: { kind: "public" },
      limit: { perSecond: 1_000_000, per: "ip" },
      request: Type.Object({}),
      response: Type.Object({ path: Type.String() }),
      handle: () => ({ path: `${method} ${first}` }),
    }),
  );
}

/** The framework routes to endpoints of a batch itself, because of their own limit of bodies. */
const limits = { batchBodyBytesMax: SERVER_LIMITS.bodyBytesMax };
const open = (batch: boolean): TestGateway =>
  testGateway({ endpoints: endpoints(batch), limits, mode: "off", lane: "framework" });
const gateways = [open(true), open(false)];
let ports: readonly number[] = [];

beforeAll(async () => {
  ports = await Promise.all(gateways.map(({ app }) => listeningPort(app)));
});
afterAll(async () => {
  await Promise.all(gateways.map(({ app }) => app.close()));
});

async function answerOf(port: number, request: string): Promise<string> {
  const raw = await RawConnection.open(port);
  raw.write(Buffer.from(request, "latin1"));
  raw.socket.end();
  const text = await raw.everything();
  raw.socket.destroy();
  return text.replace(/^Date: .*\r\n/m, "").replace(/^x-request-id: .*\r\n/m, "");
}

/** Returns the answers of routes of the framework for each path, and for all paths together. */
function answers(request: string): Promise<string[]> {
  return Promise.all(ports.map((port) => answerOf(port, request)));
}

function requestOf(method: string, target: string, body = ""): string {
  const lines = [`${method} ${target} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close"];
  const length = body === "" ? [] : [`Content-Length: ${body.length}`];
  return `${[...lines, ...length].join("\r\n")}\r\n\r\n${body}`;
}

describe("routes of several endpoints answer as a route for each path", () => {
  it.each([
    ["/t/time", "/u/time", "/t/rows", "/u/rows/of/one", "/top", "/t/%C3%A4%C3%B6%C3%BC"],
    ["/t/TIME", "/t/time/", "/t//time", "//t/time", "/t/nothing", "/t/", "/t", "/t/*", "/*", "*"],
    ["/t/tim%65", "/%74/time", "/t%2Ftime", "/u/rows%2fof/one", "/u/rows/of%2Fone", "/t/tim%2565"],
    ["/t/%zz", "/t/time?a=%zz", "/t/time#%2f", "/t/time?a=%2F", "/t/time;a", "/t/../t/time"],
    ["http://127.0.0.1/t/time", "http://a%2fb@127.0.0.1/t/time", "http://127.0.0.1/t%2ftime"],
    ["/u/rows/of/:name", "/u/rows/of/two", "/u/rows/of/%3Aname", "/t/toString", "/t/__proto__"],
  ])("%s …", async (...targets) => {
    for (const method of METHODS) {
      for (const target of targets) {
        const [own, shared] = await answers(requestOf(method, target));
        expect(shared, `${method} ${target}`).toBe(own);
      }
    }
  });

  it("with bodies, also above the limit", async () => {
    for (const target of ["/t/rows", "/t/time", "/t/nothing", "/top"]) {
      for (const body of ["{}", "[", `"${"x".repeat(SERVER_LIMITS.bodyBytesMax)}"`]) {
        for (const method of METHODS) {
          const [own, shared] = await answers(requestOf(method, target, body));
          expect(shared, `${method} ${target}`).toBe(own);
        }
      }
    }
  });

  it("whatever a target is made of", async () => {
    const parts = ["/t", "/u", "/", "time", "rows", "of", "one", "top", "%2f", "%2F", "%74", "%25"];
    const marks = ["?", "#", ";", ":", "*", ".", "\xe4", "http://127.0.0.1", "a@", "%", "%C3%A4"];
    const target = fc.array(fc.constantFrom(...parts, ...parts, ...marks), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("GET", "POST"), target, async (method, pieces) => {
        const [own, shared] = await answers(requestOf(method, `/${pieces.join("")}`.slice(1)));
        expect(shared).toBe(own);
      }),
      { numRuns: 200 },
    );
  });
});

it("an endpoint is found under each of its paths", async () => {
  const [, text] = await answers(requestOf("POST", "/u/rows/of/one?a=%2F"));
  expect(text).toContain('"path":"POST /t/rows"');
  const [, other] = await answers(requestOf("POST", "/t/time"));
  expect(other).toContain('"path":"POST /t/time"');
});
