import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that Linux gives to connections and to listeners without a port. */
const PORTS = { min: 20_000, max: 32_000 } as const;
const ATTEMPTS_MAX = 100;

/**
 * Returns a free port of the loopback address, which the caller takes later. Other processes do
 * not get it from the system in the meantime.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = randomInt(PORTS.min, PORTS.max);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`no free port found in ${ATTEMPTS_MAX} attempts`);
}
