import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { CLIENT_PAGES, DESK_PAGES, notFoundPage, registerTerminalPages } from "./terminal-pages.ts";

const PAGE = "<!doctype html><title>Bourse</title>";
const SCRIPT = `// ${"x".repeat(2_000)}`;

describe("the terminal", () => {
  const folder = temporaryDirectory("pages");
  let app: FastifyInstance;

  beforeAll(() => {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), PAGE);
    writeFileSync(join(folder, "assets/main-a1.js"), SCRIPT);
    writeFileSync(join(folder, "assets/notes.txt"), "not a part of a page");
    writeFileSync(join(folder, "secret.js"), "not among the assets");
    app = fastify();
    registerTerminalPages(app, folder, [...CLIENT_PAGES, ...DESK_PAGES]);
  });

  it.each(["/", "/trade/spot/BTCUSDT", "/account", "/account/keys", "/desk", "/desk/users"])(
    "answers %s with its page, which loads nothing from elsewhere",
    async (url) => {
      const { body, headers, statusCode } = await app.inject(url);
      expect({ body, statusCode }).toEqual({ body: PAGE, statusCode: 200 });
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cache-control"]).toBe("no-cache");
    },
  );

  it("sends a script compressed to those who accept it, and 304 to those who have it", async () => {
    const url = "/assets/main-a1.js";
    const zipped = await app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(SCRIPT);
    const plain = await app.inject({ url, headers: { "accept-encoding": "identity" } });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
    const tag = String(plain.headers.etag);
    const again = await app.inject({ url, headers: { "if-none-match": tag } });
    expect(plain.headers["cache-control"]).toContain("immutable");
    expect({ body: again.body, status: again.statusCode }).toEqual({ body: "", status: 304 });
  });

  it.each([
    "/assets/none.js",
    "/assets/notes.txt",
    "/assets/../secret.js",
    "/assets/%2e%2e/secret.js",
    "/assets/",
    "/trade",
  ])("has nothing at %s", async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  describe("where there is nothing", () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    let bare: FastifyInstance;

    beforeAll(() => {
      const answered = notFoundPage(folder);
      bare = fastify();
      bare.setNotFoundHandler((request, reply) => {
        if (!answered(request, reply)) reply.code(404).send({ code: "40404" });
      });
    });

    it.each(["/trade", "/apis", "/x/y?z=1"])("shows the page to a browser: %s", async (url) => {
      const { body, headers, statusCode } = await bare.inject({ url, headers: { accept } });
      expect({ body, statusCode }).toEqual({ body: PAGE, statusCode: 404 });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    });

    it.each([
      ["/api/v2/none", "GET", accept],
      ["/api?x=1", "GET", accept],
      ["/desk", "GET", accept],
      ["/metrics", "GET", accept],
      ["/trade", "GET", "*/*"],
      ["/trade", "POST", accept],
    ] as const)("shows it to nobody else: %s %s %s", async (url, method, accepted) => {
      const answer = await bare.inject({ url, method, headers: { accept: accepted } });
      expect([answer.statusCode, answer.json()]).toEqual([404, { code: "40404" }]);
    });
  });
});
