/** Finds out whether the exchange can listen on its address, before it founds anything. */
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Listens until it is disposed. Fails with the system's error where listening would fail. Another
 * program can still take the port afterwards; listening then fails later.
 */
export async function tryAddress(address: {
  readonly host: string;
  readonly port: number;
}): Promise<AsyncDisposable> {
  const { host, port } = address;
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}

/** Listens and closes again; see `tryAddress`. */
export async function checkAddress(address: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  await using _trial = await tryAddress(address);
}
