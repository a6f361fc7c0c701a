/** Endpoints of the WebSocket sessions of a user. */
import { Type } from "typebox";
import { adminEndpoint } from "../admin-endpoint.ts";
import { IsoTime, RealmName, rowsOf, Text, text, UidPath } from "../admin-fields.ts";

export const SESSION_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/sessions",
    summary: "Lists the WebSocket connections on which a key of a user has logged in",
    params: UidPath,
    response: rowsOf({
      path: text("of the connection; every path serves all channels"),
      dialect: Type.Enum(["v2", "v3", "any"], { description: "of the path" }),
      access: Type.Enum(["public", "private", "any"], { description: "of the path" }),
      realm: RealmName,
      address: text("of the client, behind trusted proxies"),
      apiKey: Text,
      connectedAt: IsoTime,
      heardAt: Type.String({ description: "ISO time of the last message of the client" }),
      subscriptions: Type.Integer(),
    }),
    run: (actions, { params }) => actions.sessionsOf(params.uid),
  }),
  adminEndpoint({
    method: "DELETE",
    path: "/users/:uid/sessions",
    roles: ["support", "risk"],
    summary: "Ends the WebSocket sessions of a user",
    description:
      "Closes the connections. The keys stay valid: revoke them or freeze the login to keep the " +
      "user out.",
    params: UidPath,
    response: Type.Object({
      uid: Text,
      sessions: Type.Integer({ description: "number of connections that were closed" }),
    }),
    run: (actions, { params }) => actions.endSessions(params.uid),
  }),
];
