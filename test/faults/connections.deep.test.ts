/** Anonymous clients that hold connections open take no descriptors from the journal and no room from users. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExchangeProcess, LAUNCH } from "../conformance/support/exchange-process.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { restingOrder } from "./support/signed-request.ts";
import { seenBegin, seenEnd } from "./support/signs.ts";

const SILENT = 260;

let dataDir = "";
let running: ExchangeProcess | undefined;
const sockets: Socket[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-connections-"));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens connections that send `text` and nothing more. */
async function openSilent(exchange: ExchangeProcess, text: string): Promise<void> {
  const { hostname, port } = new URL(exchange.address.baseUrl);
  const opened = Array.from({ length: SILENT }, async () => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
  });
  await Promise.all(opened);
}

describe("a process with 200 descriptors and 260 silent connections", () => {
  it.each([
    ["nothing", ""],
    ["half a request", "POST /api/v2/spot/trade/place-order HTTP/1.1\r\nHost: 127.0.0.1\r\nconte"],
  ])("takes orders, writes its files and says so while they send %s", async (_name, text) => {
    running = await ExchangeProcess.start(dataDir, { openFilesMax: 200 });
    await openSilent(running, text);
    expect(await seenBegin(running, "connections_full")).toMatch(/^100 sockets are open/);
    for (let placed = 0; placed < 20; placed++) await restingOrder(running);
    const open = readdirSync(`/proc/${running.pid}/fd`).length;
    // What a snapshot, the next segment and the check of old files take at one time.
    expect(open).toBeLessThan(200 - 32);
    const situation = "260 silent connections under a limit of 200 open files";
    expectLogged(running, { situation, event: "connections_full" }, dataDir);
    expect(await running.audit()).toMatchObject({ holds: true });
    for (const socket of sockets.splice(0)) socket.destroy();
    await seenEnd(running, "connections_full");
    expect(await running.terminate()).toBe(0);
  });

  it("is not started with fewer than 128, and is told what to do", () => {
    const argv = [...LAUNCH, "--port", "0", "--data-dir", join(dataDir, "absent")];
    const limited = 'ulimit -n 100 && exec "$0" "$@"';
    const { status, stdout } = spawnSync("sh", ["-c", limited, process.execPath, ...argv], {
      encoding: "utf8",
    });
    expect(stdout).toMatch(/the limit of open files is 100, at least 128 are needed/);
    expect(status).toBe(1);
    expect(existsSync(join(dataDir, "absent"))).toBe(false);
  });
});
