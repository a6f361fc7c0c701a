import { expect, it } from "vitest";
import { bannerText } from "./banner.ts";

const WS = { v2Public: "", v2Private: "", v3Public: "", v3Private: "" };
const OPTIONS = { credentialsPath: undefined, isEphemeral: true, isTokenChosen: true };

it.each([
  ["that of the clients", undefined, "desk http://127.0.0.1:8080/desk"],
  ["an own one", "http://127.0.0.1:9090", "desk http://127.0.0.1:9090/desk"],
])("the desk is at the address of the admin API: %s", (_, url, desk) => {
  const admin = { token: "token", ...(url === undefined ? {} : { url }) };
  const credentials = { baseUrl: "http://127.0.0.1:8080", ws: WS, admin, users: [] };
  expect(bannerText(credentials, OPTIONS)).toContain(desk);
});

it("names no address of the desk on a socket, which browsers do not open", () => {
  const admin = { token: "token", url: "unix:/run/bourse/admin.sock" };
  const credentials = { baseUrl: "http://127.0.0.1:8080", ws: WS, admin, users: [] };
  const text = bannerText(credentials, OPTIONS);
  expect(text).toContain("metrics on unix:/run/bourse/admin.sock");
  expect(text).not.toContain("desk");
});
