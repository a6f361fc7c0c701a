/**
 * `npm run develop:web`: serves the terminal from its sources, with changes at once, in front of an
 * exchange at `BOURSE_URL` (default: the address of `npm start`).
 */
import { createServer } from "vite";
import { BUILT_FOLDER, bundleSettings } from "./bundle-settings.ts";

const target = process.env["BOURSE_URL"] ?? "http://127.0.0.1:8080";
const server = await createServer({
  ...bundleSettings(BUILT_FOLDER),
  server: {
    host: "127.0.0.1",
    proxy: {
      "^/(api|terminal|admin|docs|health)/": { target },
      "^/(demo/)?(v2|v3)/ws/": { target, ws: true },
    },
  },
});
await server.listen();
server.printUrls();
