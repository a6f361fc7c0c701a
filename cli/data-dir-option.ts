import { Option } from "commander";
import { environmentText } from "../src/main/config/environment-texts.ts";
import { settingOf } from "../src/main/config/settings.ts";

/** Returns the option `--data-dir` with the default of a start in this environment. */
export function dataDirOption(): Option {
  const inEnvironment = environmentText("dataDir", process.env)?.texts[0];
  const option = new Option("--data-dir <path>", "data directory of the exchange");
  return option.default(inEnvironment ?? settingOf("dataDir").default);
}
