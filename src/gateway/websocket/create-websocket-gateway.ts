import type { ChannelClock } from "../../channels/channel-clock.ts";
import type { AmendmentRequests } from "../../channels/private/amendment-requests.ts";
import { PrivateChannels } from "../../channels/private/private-channels.ts";
import { LiquidationChannels } from "../../channels/public/liquidation-channels.ts";
import { PublicChannels } from "../../channels/public/public-channels.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX } from "../../core/events/event-layout.ts";
import type { HistoryReader } from "../../projections/history/queries.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LiveViews } from "../../projections/live/live-views.ts";
import type { AllowedHosts } from "../address/allowed-hosts.ts";
import type { ClientAddresses } from "../address/client-addresses.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { CommandPort } from "../exchange-access.ts";
import type { RequestIds } from "../http/request-trace.ts";
import type { Taps } from "../inspection/taps.ts";
import { loadOlderCandles } from "../market/load-older-candles.ts";
import { WINDOW_MS } from "../orders/receive-window.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { SocketIncident } from "./socket-incident.ts";
import { TradeOperations } from "./trade-operations.ts";
import { TradePacing } from "./trade-pacing.ts";
import { TurnFlush } from "./turn-flush.ts";
import { WebSocketGateway } from "./websocket-gateway.ts";
import { WEBSOCKET_LIMITS, type WebSocketLimits } from "./websocket-limits.ts";

export interface WebSocketParts {
  readonly live: LiveViews;
  readonly accounts: LiveAccounts;
  /** Older candles for the first push of a channel. */
  readonly history: Pick<HistoryReader, "candles">;
  readonly commands: CommandPort;
  /** Request ids of amendments, also of those that REST submits. */
  readonly amendments: AmendmentRequests;
  readonly authenticator: Authenticator;
  /** Streams that get the frames of keys; ended here when a key or the access of a user changes. */
  readonly taps: Taps;
  /** Rate limiter of REST: trade operations share its buckets. */
  readonly limiter: RateLimiter;
  readonly clock: ChannelClock;
  readonly limits?: Partial<WebSocketLimits>;
  /** Time for a trade operation to become durable, in ms; `WINDOW_MS` unless given. */
  readonly windowMs?: number;
  readonly addresses: ClientAddresses;
  /** Absent: every `Host` is served. */
  readonly hosts?: AllowedHosts;
  /** Called for each refused connection and each one that is closed for slow reading. */
  readonly onIncident?: (incident: SocketIncident) => void;
  /** Creates ids of trade operations. */
  readonly requestIds: RequestIds;
  /** Receives internal faults. */
  readonly reportFault: (error: unknown, where?: { readonly requestId: string }) => void;
}

/** WebSocket gateway and channels of the exchange. */
export interface WebSocketExchange {
  readonly gateway: WebSocketGateway;
  readonly publicChannels: PublicChannels;
  readonly privateChannels: PrivateChannels;
  /**
   * Pushes the changes of a durable batch. Called for every batch right after the live projections
   * have applied the same words.
   */
  onBatch(words: Float64Array): void;
  /**
   * Asks clients to reconnect, closes all connections and stops all timers. A caller that must end
   * before the clients close calls `gateway.cut`.
   */
  stop(): void;
}

/** Composes channels, trade operations and connections. */
export function createWebSocketGateway(parts: WebSocketParts): WebSocketExchange {
  const { live, accounts, clock, limiter, commands, amendments } = parts;
  const limits = { ...WEBSOCKET_LIMITS, ...parts.limits };
  const turn = new TurnFlush(limits.connectionsPerGroup);
  const publicChannels = new PublicChannels({
    views: live,
    listings: accounts,
    clock,
    loadOlder: (instrument, interval) => loadOlderCandles(parts, instrument, interval),
  });
  const liquidationChannels = new LiquidationChannels({ listings: accounts, clock });
  const privateChannels = new PrivateChannels({
    accounts,
    orders: live.orders,
    plans: live.plans,
    amendments,
    clock,
  });
  const trades = new TradeOperations({
    exchange: { accounts, amendments, commands, live },
    limiter,
    nowMs: () => clock.nowMs(),
    windowMs: parts.windowMs ?? WINDOW_MS,
    requestIds: parts.requestIds,
    reportFault: parts.reportFault,
  });
  const gateway = new WebSocketGateway({
    ...{ turn, limits, clock, limiter },
    ...{ addresses: parts.addresses, hosts: parts.hosts },
    onIncident: parts.onIncident,
    ...{ authenticator: parts.authenticator, taps: parts.taps },
    access: {
      publicChannels,
      liquidationChannels,
      privateChannels,
      instrument: (realm, category, symbol) => accounts.instrument(realm, category, symbol),
      instrumentsOf: (realm, category) => accounts.instrumentsOf(realm, category),
      hasCurrency: (code) => accounts.currency(code) !== undefined,
    },
    trades,
    pacing: new TradePacing(limits.ordersUnansweredMax),
    reportFault: parts.reportFault,
  });
  for (const listener of [gateway, parts.taps]) live.onAccessChanged(listener);
  return {
    gateway,
    publicChannels,
    privateChannels,
    onBatch(words) {
      const reader = new EventReader(words);
      while (reader.next()) {
        if (reader.kindIndex === EVENT_INDEX.position_liquidated) {
          liquidationChannels.apply(reader);
        } else {
          privateChannels.apply(reader);
        }
      }
      liquidationChannels.changed();
      privateChannels.changed();
      publicChannels.changed();
    },
    stop() {
      gateway.stop();
      publicChannels.stop();
      liquidationChannels.stop();
      privateChannels.stop();
    },
  };
}
