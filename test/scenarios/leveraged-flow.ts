/**
 * The whole recorded flow with leveraged users in it: `npm run leveraged-flow -- [--users N]
 * [--seconds N]`. The last line of output is one JSON object. Ends with 1 when an invariant broke
 * after any tick, or a book was crossed.
 */
import { parseArgs } from "node:util";
import { runLeveragedFlow } from "./support/leveraged-flow.ts";

const { values } = parseArgs({
  options: { users: { type: "string", default: "1000" }, seconds: { type: "string" } },
});
const report = await runLeveragedFlow({
  users: Number(values.users),
  ...(values.seconds === undefined ? {} : { captureMsMax: Number(values.seconds) * 1e3 }),
});
console.log(JSON.stringify(report));
if (report.replay.instruments.some(({ crossed }) => crossed > 0)) process.exitCode = 1;
