/** Limits of WebSocket connections; all can be configured and have these defaults. */
export interface WebSocketLimits {
  /** Connection attempts per address within 5 minutes (websocket.md section 2). */
  readonly attemptsPerAddress: number;
  /**
   * Open connections per address; beyond it the one without login that is silent the longest is
   * closed.
   */
  readonly connectionsPerAddress: number;
  /** Open connections in all. */
  readonly connectionsMax: number;
  /** Subscribe and unsubscribe requests per connection and hour. */
  readonly subscriptionRequestsPerHour: number;
  /** Subscriptions of one connection. */
  readonly channelsMax: number;
  /** Total length of the channels listed in one request, in bytes. */
  readonly channelBytesMax: number;
  /** Messages per second and connection, pings included. */
  readonly messagesPerSecond: number;
  /** Longest message in bytes (correctness.md section 5). */
  readonly messageBytesMax: number;
  /** Connections that receive the pushes of paced public channels together. */
  readonly connectionsPerGroup: number;
  /** Unanswered orders of one user, beyond which its connections are not read. */
  readonly ordersUnansweredMax: number;
  /** Messages of one connection held during its login. */
  readonly messagesWaitingMax: number;
  /** Silence after which a connection is closed, in ms. */
  readonly idleMs: number;
  /** Lifetime after which every connection is closed, in ms. */
  readonly lifetimeMs: number;
  /** Unsent bytes from which public data is conflated. */
  readonly behindBytes: number;
  /** Unsent bytes at which a connection is closed (correctness.md section 5). */
  readonly bufferedBytesMax: number;
  /** Time for a closing connection to read its last bytes, in ms. */
  readonly closingMs: number;
}

export const WEBSOCKET_LIMITS: WebSocketLimits = {
  attemptsPerAddress: 300,
  connectionsPerAddress: 100,
  connectionsMax: 10_000,
  subscriptionRequestsPerHour: 240,
  channelsMax: 1_000,
  channelBytesMax: 4_096,
  messagesPerSecond: 10,
  messageBytesMax: 65_536,
  connectionsPerGroup: 1_024,
  ordersUnansweredMax: 512,
  messagesWaitingMax: 64,
  idleMs: 120_000,
  lifetimeMs: 86_400_000,
  behindBytes: 262_144,
  bufferedBytesMax: 1_048_576,
  closingMs: 2_000,
};

/** Window of `attemptsPerAddress`, in ms. */
export const ATTEMPTS_WINDOW_MS = 300_000;
/** Window of `subscriptionRequestsPerHour`, in ms. */
export const SUBSCRIPTION_WINDOW_MS = 3_600_000;
