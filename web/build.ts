/** `npm run build:web`: builds the pages of the terminal into `web/dist`. */
import { build } from "vite";
import { BUILT_FOLDER, bundleSettings } from "./bundle-settings.ts";

await build(bundleSettings(process.argv[2] ?? BUILT_FOLDER));
