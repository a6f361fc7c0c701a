/** Statistics of markets are served alike by both versions, under paths of their own. */
import { type TSchema, Type } from "typebox";
import type { Category } from "../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { formatRatio } from "../../../core/money/decimals.ts";
import { defineEndpoint, type Endpoint, type EndpointContext } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { API_VERSIONS, type ApiVersion } from "../../http/parameter-errors.ts";
import { rejectionError } from "../../rejection-codes.ts";

/** Digits of ratios. */
const RATIO_DECIMALS = 4;

const FUTURES: readonly Category[] = [
  "usdt_futures",
  "usdc_futures",
  "coin_futures",
  "susdt_futures",
  "susdc_futures",
  "scoin_futures",
];

/** What a statistic is about. */
type Scope = "spot" | "futures";

const NOT_FOUND = {
  v2: { spot: "v2_spot", futures: "v2_mix" },
  v3: { spot: "v3", futures: "v3" },
} as const;

/** Returns the pair or contract called `name`, in the realm of the caller; throws if unknown. */
function instrumentNamed(
  context: EndpointContext,
  asked: { readonly name: string; readonly scope: Scope; readonly version: ApiVersion },
): Instrument {
  const categories = asked.scope === "spot" ? (["spot"] as const) : FUTURES;
  for (const category of categories) {
    const found = context.exchange.accounts.instrument(context.realm, category, asked.name);
    if (found !== undefined) return found;
  }
  throw rejectionError("instrument_not_found", NOT_FOUND[asked.version][asked.scope]);
}

export interface Statistic<F extends Record<string, TSchema>> {
  readonly paths: Readonly<Record<ApiVersion, readonly [string, ...string[]]>>;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  /** Parameters besides the symbol. */
  readonly fields: F;
  readonly response: TSchema;
  read(
    context: EndpointContext,
    instrument: Instrument,
    request: Readonly<Record<keyof F, unknown>>,
  ): Promise<unknown>;
}

const COUNTED = "All accounts count, those of generated traders too; only aggregates are shown.";

/** Defines a statistic for both versions. */
export function statisticEndpoints<F extends Record<string, TSchema>>(
  statistic: Statistic<F>,
): readonly Endpoint[] {
  return API_VERSIONS.map((version) =>
    defineEndpoint({
      method: "GET",
      paths: statistic.paths[version],
      version,
      summary: statistic.summary,
      description: `${statistic.description} ${COUNTED}`,
      access: { kind: "public" },
      limit: { perSecond: 1, per: "ip" },
      request: Type.Object({ symbol: symbol(), ...statistic.fields }),
      response: statistic.response,
      async handle(context, request) {
        const sent = request as { symbol: string } & Readonly<Record<keyof F, unknown>>;
        const named = { name: sent.symbol, scope: statistic.scope, version };
        return (await statistic.read(context, instrumentNamed(context, named), sent)) as never;
      },
    }),
  );
}

/** Returns a ÷ b with four decimals; "0" where b is 0. */
export function ratioText(a: number | bigint, b: number | bigint): string {
  return formatRatio(BigInt(a), BigInt(b), RATIO_DECIMALS);
}
