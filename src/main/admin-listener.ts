/** The own address of the admin API and the metrics. */
import { once } from "node:events";
import { lstatSync, statSync, unlinkSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { dirname, resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import { OperatingFault } from "../journal/operating-fault.ts";
import { checkAddress } from "./check-address.ts";
import type { ListenAddress } from "./config/listen-address.ts";
import { unreadableCause } from "./unreadable-cause.ts";

/** The exchange cannot listen on the address of the admin API. */
export class AdminAddressUnusable extends OperatingFault {
  readonly code = "admin_address_unusable";
}

/** Permission bits that a new socket file does not get: it is for its owner alone. */
const SOCKET_UMASK = 0o177;

const INSTEAD = "choose another address with --admin-listen";

function unusable(address: ListenAddress, cause: string, thrown?: unknown): AdminAddressUnusable {
  const name = address.kind === "unix" ? `unix:${address.path}` : urlOf(address.host, address.port);
  return new AdminAddressUnusable(`${name} ${cause}; ${INSTEAD}`, { cause: thrown });
}

/**
 * Finds out whether the exchange can listen on the address. Removes the socket of a process that
 * has ended. Fails with `AdminAddressUnusable`.
 */
export async function checkAdminAddress(address: ListenAddress): Promise<void> {
  if (address.kind === "tcp") {
    await checkAddress(address).catch((thrown: unknown) => {
      throw unusable(address, tcpCause(thrown), thrown);
    });
    return;
  }
  const { path } = address;
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw unusable(address, "cannot be used: its directory does not exist");
  }
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isSocket()) throw unusable(address, "is a file of another kind");
  if (await isServed(path)) throw unusable(address, "is used by another program");
  unlinkSync(path);
}

/**
 * As `checkAdminAddress`, while the address of the clients is in use: the same address can have
 * several names, such as `localhost` and `127.0.0.1`.
 */
export async function checkAdminAddressBeside(
  address: ListenAddress,
  clients: AsyncDisposable,
): Promise<void> {
  try {
    await checkAdminAddress(address);
  } catch {
    await clients[Symbol.asyncDispose]();
    await checkAdminAddress(address);
    throw unusable(address, "is also the address of the clients");
  }
}

const TCP_CAUSES: Readonly<Record<string, string>> = {
  EACCES: "is reserved by the system",
  EADDRINUSE: "is used by another program",
  EADDRNOTAVAIL: "is not of this machine",
  ENOTFOUND: "has no address",
};

function tcpCause(thrown: unknown): string {
  const { code = "" } = thrown as NodeJS.ErrnoException;
  return TCP_CAUSES[code] ?? `cannot be used (${code})`;
}

/** Whether a process accepts connections on the socket. */
async function isServed(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Listens on the address and returns it as URL, or as `unix:` and the absolute path. A socket is
 * for its owner alone, and is removed when the server closes. Fails with `AdminAddressUnusable`.
 */
export async function listenAdmin(app: FastifyInstance, address: ListenAddress): Promise<string> {
  await checkAdminAddress(address);
  if (address.kind === "unix") {
    await listenOnSocket(app, address);
    return `unix:${resolve(address.path)}`;
  }
  const { host, port } = address;
  await app.listen({ host, port }).catch((thrown: unknown) => {
    throw unusable(address, tcpCause(thrown), thrown);
  });
  return urlOf(host, (app.server.address() as AddressInfo).port);
}

async function listenOnSocket(
  app: FastifyInstance,
  address: Extract<ListenAddress, { kind: "unix" }>,
): Promise<void> {
  const { server } = app;
  app.addHook("onClose", (_instance, done) => {
    server.close(() => done());
  });
  await app.ready();
  // The socket is created within the call, so that no other file is affected.
  const umask = process.umask(SOCKET_UMASK);
  try {
    server.listen({ path: address.path });
  } finally {
    process.umask(umask);
  }
  await once(server, "listening").catch((thrown: unknown) => {
    throw unusable(address, `cannot be used: ${unreadableCause(thrown)}`, thrown);
  });
}

/** Returns the URL of an address. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
