/** Administrative actions on the WebSocket sessions of users. */
import type { OpenSession, WebSocketGateway } from "../../gateway/websocket/websocket-gateway.ts";
import type { SessionActions, SessionState } from "../../ops/session-port.ts";
import type { Engine } from "../engine.ts";
import { ordinaryUserOf } from "./access-actions.ts";
import { timeText } from "./times.ts";

type Parts = {
  readonly engine: Pick<Engine, "accounts">;
  readonly sockets: Pick<WebSocketGateway, "sessionsOf" | "endSessionsOf">;
};

/** Returns dialect and kind of channels of a path such as `/v2/ws/public`. */
function readPath(path: string): Pick<SessionState, "dialect" | "access"> {
  return {
    dialect: path.startsWith("/v2/") ? "v2" : path.startsWith("/v3/") ? "v3" : "any",
    access: path.endsWith("/public") ? "public" : path.endsWith("/private") ? "private" : "any",
  };
}

function sessionState(session: OpenSession): SessionState {
  const { address, connectedAtMs, heardAtMs, path, principal, subscriptions } = session;
  return {
    ...{ path, ...readPath(path), realm: principal.realm, address, apiKey: principal.keyId },
    connectedAt: timeText(connectedAtMs),
    heardAt: timeText(heardAtMs),
    subscriptions,
  };
}

/** Returns the actions on sessions. */
export function sessionActions(parts: Parts): SessionActions {
  const { sockets } = parts;
  return {
    sessionsOf(uid) {
      const user = ordinaryUserOf(parts, uid);
      if ("refused" in user) return user;
      return { done: sockets.sessionsOf(user.index).map(sessionState) };
    },
    endSessions(uid) {
      const user = ordinaryUserOf(parts, uid);
      if ("refused" in user) return user;
      return { done: { uid, sessions: sockets.endSessionsOf(user.index) } };
    },
  };
}
