import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";

export const getAnnouncements = defineEndpoint({
  method: "GET",
  // Spelled as in the interface.
  paths: ["/api/v2/public/annoucements"],
  version: "v2",
  summary: "Announcements: this exchange makes none",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ annType: Type.Optional(text()), language: Type.Optional(text()) }),
  response: Type.Array(Type.Object({})),
  handle: () => [],
});
