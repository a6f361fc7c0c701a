import { createSignal, type JSX, onCleanup } from "solid-js";
import { REALM } from "../../wire/realm.ts";
import type { SocketState } from "../../wire/socket.ts";
import { publicSocket } from "../../wire/sockets.ts";
import { clockOffsetMs, roundTripMs } from "../../wire/traffic.ts";
import "./status-line.css";

const STATE_TEXTS: Readonly<Record<SocketState, string>> = {
  connecting: "Connecting",
  open: "Connected",
  lost: "Connection lost, reconnecting",
  closed: "Disconnected",
};
const REFRESH_MS = 500;

/** Says how fresh the screen is: connection, age of the data, round trip, clock, realm. */
export function StatusLine(): JSX.Element {
  const [ageMs, setAgeMs] = createSignal<number>();
  const timer = setInterval(() => {
    const { heardAtMs } = publicSocket;
    setAgeMs(heardAtMs === 0 ? undefined : performance.now() - heardAtMs);
  }, REFRESH_MS);
  onCleanup(() => clearInterval(timer));
  return (
    <footer class="status-line" data-state={publicSocket.state()}>
      <span class="connection" role="status">
        {STATE_TEXTS[publicSocket.state()]}
      </span>
      <span>data {milliseconds(ageMs())} old</span>
      <span class="technical">round trip {milliseconds(roundTripMs())}</span>
      <span class="technical">clock offset {milliseconds(clockOffsetMs())}</span>
      <span class="realm-badge" data-realm={REALM}>
        {REALM === "demo" ? "DEMO" : "LIVE"}
      </span>
    </footer>
  );
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? "–" : `${Math.round(value)} ms`;
}
