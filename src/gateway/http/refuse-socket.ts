import type { Socket } from "node:net";
import { plainErrorEnvelope } from "./envelope.ts";

const SOCKET_STATUS: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
]);

/**
 * Handles bytes that are not HTTP and headers that are too large or too slow: answers and closes.
 */
export function refuseSocket(
  error: { readonly code?: string | undefined },
  socket: Socket,
  nowMs: number,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = SOCKET_STATUS.get(error.code ?? "") ?? "400 Bad Request";
  const body = plainErrorEnvelope("400172", nowMs).replace("{0}", "no valid HTTP request");
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
