import { SOCKET_REFUSALS, type SocketIncident, type SocketRefusal } from "./socket-incident.ts";

/** Incidents of connections since the start. */
export class IncidentCounts {
  readonly #refused = new Map<SocketRefusal, number>();
  #slowReaders = 0;

  /** Connections that were closed because their clients read too slowly. */
  get slowReaders(): number {
    return this.#slowReaders;
  }

  add(incident: SocketIncident): void {
    if (incident.kind === "slow_reader") this.#slowReaders += 1;
    else this.#refused.set(incident.reason, (this.#refused.get(incident.reason) ?? 0) + 1);
  }

  /** Refused connections by reason; zeros included. */
  refused(): readonly (readonly [SocketRefusal, number])[] {
    return SOCKET_REFUSALS.map((reason) => [reason, this.#refused.get(reason) ?? 0] as const);
  }
}
