import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { ClientAddresses } from "../../gateway/address/client-addresses.ts";
import { pageCheck } from "./page-check.ts";

const PROXY = { address: "10.0.0.1", family: "ipv4", prefixBits: 32 } as const;
const pages = pageCheck(new ClientAddresses([PROXY]));
const OWN = { host: "desk.example", "x-bourse-terminal": "1" };

function request(method: string, headers: object, peer = "10.0.0.1"): IncomingMessage {
  const socket = { remoteAddress: peer };
  return { method, headers: { ...OWN, ...headers }, socket } as unknown as IncomingMessage;
}

it("takes a GET of a page without an origin, as browsers send it, and no other method", () => {
  expect(pages.isFromOwnPage(request("GET", {}))).toBe(true);
  for (const method of ["POST", "PUT", "DELETE"]) {
    expect(pages.isFromOwnPage(request(method, {}))).toBe(false);
    expect(pages.isFromOwnPage(request(method, { origin: "http://desk.example" }))).toBe(true);
  }
});

it("takes no page that was loaded over http when the browser uses https", () => {
  const https = { "x-forwarded-proto": "https", origin: "http://desk.example" };
  expect(pages.isFromOwnPage(request("PUT", https))).toBe(false);
  expect(pages.isFromOwnPage(request("PUT", { ...https, origin: "https://desk.example" }))).toBe(
    true,
  );
  expect(pages.isSecure(request("PUT", https))).toBe(true);
});

it("believes in https only what a trusted proxy says", () => {
  const said = request("GET", { "x-forwarded-proto": "https" }, "203.0.113.9");
  expect(pages.isSecure(said)).toBe(false);
});
