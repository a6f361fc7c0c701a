/** Node's HTTP server without its client. */

/** An `import` of `node:http` would also load its client, `undici`: 30 ms of a start. */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
