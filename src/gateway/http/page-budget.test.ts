import { afterEach, describe, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../../../test/support/gateway-fixture.ts";
import { PAGES_OF_ALL_PER_SECOND, PAGES_PER_SECOND, pageBudget } from "./page-budget.ts";

const open: TestGateway[] = [];

afterEach(async () => {
  for (const { app } of open.splice(0)) await app.close();
});

function gatewayWithPage() {
  const made = testGateway({ endpoints: [] });
  open.push(made);
  const { app, gateway } = made;
  const { addresses, limiter, nowMs } = gateway;
  let served = 0;
  app.register((pages, _options, done) => {
    pages.addHook("onRequest", pageBudget({ limiter, addresses, nowMs }));
    pages.get("/page", (_request, reply) => {
      served += 1;
      return reply.send("page");
    });
    done();
  });
  const ask = async (remoteAddress: string) => await app.inject({ url: "/page", remoteAddress });
  return { ...made, ask, served: () => served };
}

describe("the budget of pages", () => {
  it("refuses an address beyond its limit, serves the next one, and the same one a second later", async () => {
    const { advance, ask, served } = gatewayWithPage();
    for (let call = 0; call < PAGES_PER_SECOND; call += 1) {
      expect((await ask("10.0.0.1")).statusCode).toBe(200);
    }
    const refused = await ask("10.0.0.1");
    expect([refused.statusCode, refused.json().code]).toEqual([429, "429"]);
    expect(refused.headers["retry-after"]).toBe("1");
    expect((await ask("10.0.0.2")).statusCode).toBe(200);
    advance(1000);
    expect((await ask("10.0.0.1")).statusCode).toBe(200);
    expect(served()).toBe(PAGES_PER_SECOND + 2);
  });

  it("limits the pages of all addresses together", async () => {
    const { ask, served } = gatewayWithPage();
    for (let address = 0; address < PAGES_OF_ALL_PER_SECOND + 50; address += 1) {
      await ask(`10.1.${address >> 8}.${address & 255}`);
    }
    expect(served()).toBe(PAGES_OF_ALL_PER_SECOND);
  });

  it("does not use up the limits of endpoints", async () => {
    const { ask, gateway } = gatewayWithPage();
    for (let call = 0; call < 50; call += 1) await ask("10.0.0.1");
    expect(gateway.limiter.take("overall", "10.0.0.1")).toBe(5_999);
  });
});
