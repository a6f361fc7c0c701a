#!/usr/bin/env node
/** The command `bourse` on any Node; see `launch.mjs`. */
process.argv.splice(2, 0, "cli/bourse.ts");
await import("./launch.mjs");
