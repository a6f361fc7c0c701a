/**
 * Health check of a container: ends with 0 when the exchange on this machine is ready, else with 1.
 * It asks the port of `BOURSE_PORT` or `PORT`.
 */
const port = process.env.BOURSE_PORT || process.env.PORT || "8080";

try {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.stdout.write(`${await response.text()}\n`);
  process.exitCode = response.ok ? 0 : 1;
} catch (thrown) {
  process.stdout.write(`the exchange does not answer on port ${port}: ${thrown.message}\n`);
  process.exitCode = 1;
}
