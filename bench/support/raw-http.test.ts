import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { eventually } from "../../test/support/eventually.ts";
import { RawHttp } from "./raw-http.ts";

it("ends a request at once on a connection that the server has closed", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = await RawHttp.open("127.0.0.1", port);
  await eventually("it is closed", () => connection.isFailed);
  const answer = await new Promise((resolve) => {
    connection.send("GET / HTTP/1.1\r\n\r\n", (status, body) => resolve([status, body]));
  });
  expect(answer).toEqual([0, ""]);
  server.close();
});
