import { expect, it } from "vitest";
import { isOwnOrigin, requireOwnPage } from "./own-page.ts";

it.each([
  ["http://localhost:8080", "localhost:8080"],
  ["http://127.0.0.1:8080", "127.0.0.1:8080"],
  ["http://[::1]:8080", "[::1]:8080"],
  ["https://exchange.example", "exchange.example"],
  ["https://exchange.example", "Exchange.Example:443"],
  ["http://exchange.example", "exchange.example:80"],
])("the origin %s is that of the host %s", (origin, host) => {
  expect(isOwnOrigin({ origin, host }, false)).toBe(true);
});

it.each([
  ["http://localhost:3000", "localhost:8080"],
  ["http://localhost", "localhost:8080"],
  ["http://evil.example", "localhost:8080"],
  ["https://exchange.example.evil.example", "exchange.example"],
  ["https://exchange.example@evil.example", "exchange.example"],
  ["null", "localhost:8080"],
  ["", ""],
  ["file://", ""],
  ["chrome-extension://localhost:8080", "localhost:8080"],
])("the origin %s is not that of the host %s", (origin, host) => {
  expect(isOwnOrigin({ origin, host }, false)).toBe(false);
});

it("is not own without an origin or a host", () => {
  expect(isOwnOrigin({ host: "localhost" }, false)).toBe(false);
  expect(isOwnOrigin({ origin: "http://localhost" }, false)).toBe(false);
});

it("takes no page that was loaded over http for one of a host that is reached over https", () => {
  const host = "exchange.example";
  expect(isOwnOrigin({ origin: "http://exchange.example", host }, true)).toBe(false);
  expect(isOwnOrigin({ origin: "https://exchange.example", host }, true)).toBe(true);
});

const OWN = { host: "localhost:8080", "x-bourse-terminal": "1" };

it.each([
  ["no origin", {}],
  ["the own origin", { origin: "http://localhost:8080" }],
  ["the own site", { "sec-fetch-site": "same-origin" }],
])("a page with %s may send requests", (_, headers) => {
  expect(() => requireOwnPage({ ...OWN, ...headers })).not.toThrow();
});

it.each([
  ["without the header", { "x-bourse-terminal": undefined }, "49002"],
  ["with another value of the header", { "x-bourse-terminal": "true" }, "49002"],
  ["of another port", { origin: "http://localhost:3000" }, "49003"],
  ["of another site", { "sec-fetch-site": "cross-site" }, "49003"],
  ["of another host of the site", { "sec-fetch-site": "same-site" }, "49003"],
  ["of no page", { "sec-fetch-site": "none" }, "49003"],
])("a request %s is refused", (_, headers, code) => {
  expect(() => requireOwnPage({ ...OWN, ...headers })).toThrow(expect.objectContaining({ code }));
});
