/** Finds out whether the exchange can listen on its address, before it founds anything. */
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Listens and closes again. Fails with the system's error where listening would fail. Another
 * program can still take the port afterwards; listening then fails later.
 */
export async function checkAddress(address: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  const { host, port } = address;
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
