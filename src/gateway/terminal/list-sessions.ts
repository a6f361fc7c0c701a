import { Type } from "typebox";
import { endOfSessionMs } from "../auth/new-session.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { ANY_SESSION } from "./browser-sessions.ts";

const sessionSchema = Type.Object({
  sessionId: Type.String(),
  browser: Type.String({ description: "As the browser described itself at the sign-in" }),
  createdTime: Type.String(),
  endTime: Type.String({ description: "When it ends by itself" }),
  lastUsedTime: Type.String({ description: "Empty if not since the start of the exchange" }),
  lastAddress: Type.String(),
  isCurrent: Type.Boolean({ description: "Whether it is that of the request" }),
});

export const listSessions = defineEndpoint({
  method: "GET",
  paths: ["/terminal/v1/sessions"],
  version: "v3",
  summary: "Browsers that are signed in as the user, oldest first",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({ list: Type.Array(sessionSchema) }),
  handle({ exchange, principal, requestTimeMs }) {
    const { accounts, terminal } = exchange;
    const sessions = accounts.sessionsOf(principal.userIndex);
    const open = sessions.filter((session) => endOfSessionMs(session) > requestTimeMs);
    const list = open.map((session) => {
      const { apiKey, createdAtMs, note } = session;
      const use = terminal.keyUses.of(apiKey);
      return {
        ...{ sessionId: apiKey, browser: note, createdTime: String(createdAtMs) },
        endTime: String(endOfSessionMs(session)),
        lastUsedTime: use === undefined ? "" : String(use.atMs),
        lastAddress: use?.address ?? "",
        isCurrent: apiKey === principal.keyId,
      };
    });
    return { list };
  },
});
