import { expect, it } from "vitest";
import { browserName } from "./browser-name.ts";

it.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    "Chrome 156 on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0.1.2",
    "Edge 150 on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 20_0) AppleWebKit/605.1 Version/20.0 Mobile/1 Safari/604.1",
    "Safari 20 on iOS",
  ],
  ["Mozilla/5.0 (Macintosh; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox 145 on macOS"],
  ["Mozilla/5.0 something else", "Mozilla/5.0 something else"],
  ["curl/8.5.0", "curl/8.5.0"],
])("%s is %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
