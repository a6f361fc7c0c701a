import { expect, it } from "vitest";
import { browserName } from "./browser-name.ts";

const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0";

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Safari/537.36`, "Chrome 156 on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0) ${CHROMIUM} Safari/537.36 Edg/156.0`, "Edge 156 on Windows"],
  [
    "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0",
    "Firefox 150 on Android",
  ],
  [
    "Mozilla/5.0 (iPhone) AppleWebKit/605 (KHTML) Version/26.1 Mobile/15E148 Safari/604.1",
    "Safari 26 on iOS",
  ],
  ["curl/8.1", "curl/8.1"],
  ["", "Unknown browser"],
])("%s is %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
