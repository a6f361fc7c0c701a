import { REALM } from "./realm.ts";
import { ExchangeSocket } from "./socket.ts";

const PREFIX = REALM === "demo" ? "/demo" : "";

/** Market data of the realm of this tab. */
export const publicSocket = new ExchangeSocket(`${PREFIX}/v3/ws/public`, false);

let privateOne: ExchangeSocket | undefined;

/** Returns the socket of the signed-in user, connecting it at the first call. */
export function privateSocket(): ExchangeSocket {
  privateOne ??= new ExchangeSocket(`${PREFIX}/v3/ws/private`, true);
  return privateOne;
}

let classicOne: ExchangeSocket | undefined;

/** Returns the socket of the channels of v2 of the signed-in user, connecting it at first. */
export function classicSocket(): ExchangeSocket {
  classicOne ??= new ExchangeSocket(`${PREFIX}/v2/ws/private`, true);
  return classicOne;
}
