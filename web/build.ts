/** `npm run build:web`: builds the pages of the terminal into `web/dist` or another folder. */
import { build } from "vite";
import { BUILT_FOLDER, bundleSettings } from "./bundle-settings.ts";

// The bundler keeps a value that is set, such as the test runner's, and builds other pages with it.
process.env["NODE_ENV"] = "production";
await build(bundleSettings(process.argv[2] ?? BUILT_FOLDER));
