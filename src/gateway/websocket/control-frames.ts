/**
 * Codes of WebSocket control answers (websocket.md section 4). They are JSON numbers there, unlike
 * the codes of trade answers, and control frames never carry a string `id`.
 */
export const SOCKET_CODES = {
  30001: "{0} does not exist",
  30002: "Illegal request",
  30003: "Unknown op",
  30004: "Login is needed",
  30005: "Login failed",
  30006: "Too many requests",
  30007: "Request over limit, the connection is closed",
  30011: "The API key is not valid",
  30012: "The passphrase is not valid",
  30013: "The timestamp is not valid",
  30014: "The timestamp is expired",
  30015: "The signature is not valid",
  30016: "Parameter {0} is not valid",
} as const;

export type SocketCode = keyof typeof SOCKET_CODES;

/** Returns the message of a code with the value that it names. */
export function socketMessage(code: SocketCode, value: string): string {
  return SOCKET_CODES[code].replace("{0}", value);
}

/** Returns an error; `argJson` is the channel it concerns, as the client wrote it. */
export function errorFrame(code: SocketCode, value = "", argJson?: string): string {
  return messageFrame(code, socketMessage(code, value), argJson);
}

/** Returns an error with a code of the other list, such as 40014, as a number. */
export function messageFrame(code: number, message: string, argJson?: string): string {
  const arg = argJson === undefined ? "" : `"arg":${argJson},`;
  return `{"event":"error",${arg}"code":${code},"msg":${JSON.stringify(message)}}`;
}

/** Clients wait for the number 0; a text would leave them waiting for ever. */
export const LOGIN_FRAME = '{"event":"login","code":0,"msg":""}';

export function acknowledgement(event: "subscribe" | "unsubscribe", argJson: string): string {
  return `{"event":"${event}","arg":${argJson}}`;
}
