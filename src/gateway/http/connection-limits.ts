/** Limits of HTTP connections; a connection is anonymous until it carried a signed request. */
export interface ConnectionLimits {
  /** Open HTTP connections in total. */
  readonly connectionsMax: number;
  /**
   * Open sockets in total, including WebSockets; bounded by the file descriptors of the process.
   */
  readonly socketsMax: number;
  /** Anonymous connections of one address; trusted proxies have no such limit. */
  readonly anonymousPerAddress: number;
  /** Connections of one user that are never closed to make room. */
  readonly connectionsPerUser: number;
  /** Requests of one connection in progress at one time. */
  readonly underWayMax: number;
  /** Pipelined requests of one connection waiting behind those. */
  readonly waitingMax: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 10_000,
  socketsMax: 20_000,
  anonymousPerAddress: 2_000,
  connectionsPerUser: 200,
  underWayMax: 4,
  waitingMax: 32,
};

/** Waiting requests started in one turn of the event loop, over all connections. */
export const STARTS_PER_TURN = 32;
/** Time for connections with requests in progress to end when the server closes, in ms. */
export const DRAIN_MS = 1_500;
