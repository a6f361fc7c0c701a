/** Settings that contradict each other, or of which one takes the effect of another. */
import { isLoopback } from "../../gateway/address/allowed-hosts.ts";
import { isExposed, isSameAddress } from "./listen-address.ts";
import type { Settings } from "./read-settings.ts";
import type { SettingName } from "./settings.ts";

type Rule = {
  /** Settings that a source must have for the rule to apply. */
  readonly given: readonly SettingName[];
  readonly isBroken: (values: Settings["values"]) => boolean;
  /** The sentence; `origins` name where the given settings come from. */
  readonly sentence: (origins: readonly string[], values: Settings["values"]) => string;
};

const isGenerating = ({ agents, market }: Settings["values"]): boolean =>
  agents && market !== "off";

/** Whether the price model of the exchange decides prices of the past or the present. */
function usesModel(values: Settings["values"]): boolean {
  return (
    isGenerating(values) || values.past?.kind === "recorded" || values.priceSource.length === 0
  );
}

/** Whether the kind of the market has any effect. */
function usesKind(values: Settings["values"]): boolean {
  const isReplaying = values.replay.length > 0 && values.priceSource.length === 0;
  return isGenerating(values) || values.past?.kind === "recorded" || isReplaying;
}

const RULES: readonly Rule[] = [
  {
    given: ["ephemeral", "dataDir"],
    isBroken: ({ ephemeral }) => ephemeral,
    sentence: ([ephemeral, dataDir]) =>
      `${ephemeral} stores nothing, yet ${dataDir} names a data directory: leave one of them out`,
  },
  {
    given: ["ephemeral", "acceptLossAfter"],
    isBroken: ({ ephemeral }) => ephemeral,
    sentence: ([ephemeral, loss]) =>
      `${loss} speaks of a stored journal, yet ${ephemeral} stores nothing: leave one of them out`,
  },
  {
    given: ["ephemeral", "keepJournal"],
    isBroken: ({ ephemeral }) => ephemeral,
    sentence: ([ephemeral, keep]) =>
      `${keep} speaks of a stored journal, yet ${ephemeral} stores nothing: leave one of them out`,
  },
  {
    given: ["ephemeral", "keepHistory"],
    isBroken: ({ ephemeral }) => ephemeral,
    sentence: ([ephemeral, keep]) =>
      `${keep} speaks of a stored history, yet ${ephemeral} stores nothing: leave one of them out`,
  },
  {
    given: ["credentials"],
    isBroken: ({ ephemeral }) => !ephemeral,
    sentence: ([credentials]) =>
      `${credentials} is for --ephemeral: otherwise the data directory has credentials.json; ` +
      "leave it out",
  },
  {
    given: ["adminToken", "adminTokenFile"],
    isBroken: () => true,
    sentence: (origins) =>
      `${origins.join(" and ")} both set the admin token: leave one of them out`,
  },
  {
    given: ["speed"],
    isBroken: ({ replay }) => replay.length === 0,
    sentence: ([speed]) => `${speed} has no effect without --replay: leave it out`,
  },
  {
    given: ["agents", "market"],
    isBroken: ({ agents, market }) => agents && market === "off",
    sentence: ([agents, market]) =>
      `${agents} asks for a generated market, yet ${market} is off: leave one of them out`,
  },
  {
    given: ["market"],
    isBroken: (values) => values.market !== "off" && !usesKind(values),
    sentence: ([market]) =>
      `${market} has no effect without agents, a replay or recorded candles: leave it out`,
  },
  {
    given: ["seed"],
    isBroken: (values) => !usesModel(values),
    sentence: ([seed]) =>
      `${seed} has no effect without agents while outside sources set the prices: leave it out`,
  },
  {
    // The default is loopback.
    given: ["host"],
    isBroken: ({ adminListen, adminToken, host }) =>
      !isLoopback(host) && adminListen === undefined && adminToken === undefined,
    sentence: ([origin], { host }) =>
      `${origin} ${host} exposes the administrative interface: set BOURSE_ADMIN_TOKEN first`,
  },
  {
    given: ["adminListen"],
    isBroken: ({ adminListen, adminToken }) =>
      adminListen !== undefined && isExposed(adminListen) && adminToken === undefined,
    sentence: ([origin]) =>
      `${origin} exposes the administrative interface: set BOURSE_ADMIN_TOKEN first`,
  },
  {
    given: ["adminListen"],
    isBroken: ({ adminListen, host, port }) =>
      adminListen !== undefined && isSameAddress(adminListen, { host, port }),
    sentence: ([origin]) =>
      `${origin} is also the address of the clients: choose another port, or leave it out`,
  },
];

/** Returns a sentence for each contradiction. */
export function contradictions({ texts, values }: Settings): readonly string[] {
  return RULES.filter(({ given, isBroken }) => {
    return given.every((name) => texts.has(name)) && isBroken(values);
  }).map(({ given, sentence }) =>
    sentence(
      given.map((name) => texts.get(name)?.origin ?? ""),
      values,
    ),
  );
}
