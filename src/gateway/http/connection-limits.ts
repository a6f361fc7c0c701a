/** Bounds of HTTP connections; a connection is a stranger's until it carried a signed request. */
export interface ConnectionLimits {
  /** Open HTTP connections in all. */
  readonly connectionsMax: number;
  /** Open sockets in all, WebSockets among them: what the descriptors of the process admit. */
  readonly socketsMax: number;
  /** Strangers' connections of one address; trusted proxies have no such limit. */
  readonly strangersPerAddress: number;
  /** Connections of one user that are never closed to make room. */
  readonly connectionsPerUser: number;
  /** Requests of one connection that are under way at one time. */
  readonly underWayMax: number;
  /** Pipelined requests of one connection that wait behind those. */
  readonly waitingMax: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 10_000,
  socketsMax: 20_000,
  strangersPerAddress: 2_000,
  connectionsPerUser: 200,
  underWayMax: 4,
  waitingMax: 32,
};

/** Waiting requests that are started in one turn of the event loop, over all connections. */
export const STARTS_PER_TURN = 32;
/** How long connections with requests under way may take to end when the server closes, in ms. */
export const DRAIN_MS = 1_500;
