/** Loans against a pledge are served alike by both versions, under paths of their own. */
import type { Access, Endpoint, EndpointLimit } from "../http/endpoint.ts";
import type { ApiVersion } from "../http/parameter-errors.ts";
import type { RejectionDialect } from "../rejection-codes.ts";

interface Served<A extends Access> {
  readonly version: ApiVersion;
  readonly access: A;
  readonly limit: EndpointLimit;
}
type Private = Extract<Access, { readonly kind: "private" }>;

/** What differs between the versions. */
export interface LoanDialect {
  readonly version: ApiVersion;
  readonly rejections: RejectionDialect;
  /** What paths begin with. */
  readonly root: string;
  /** Endpoints that show terms: public on v2. */
  readonly shows: Served<Access> & { readonly method: "GET" };
  readonly reads: Served<Private> & { readonly method: "GET" };
  readonly writes: Served<Private> & { readonly method: "POST"; readonly once: true };
}

const PER_USER = { perSecond: 10, per: "uid" } as const;
const PER_ADDRESS = { perSecond: 10, per: "ip" } as const;

const READS_V3 = {
  method: "GET",
  version: "v3",
  limit: PER_USER,
  access: { kind: "private", permission: "uta_mgt_read" },
} as const;

export const LOAN_DIALECTS: Readonly<Record<ApiVersion, LoanDialect>> = {
  v2: {
    ...{ version: "v2", rejections: "v2_spot", root: "/api/v2/earn/loan/" },
    shows: { method: "GET", version: "v2", access: { kind: "public" }, limit: PER_ADDRESS },
    reads: {
      ...{ method: "GET", version: "v2", limit: PER_USER },
      access: { kind: "private", permission: "read" },
    },
    writes: {
      ...{ method: "POST", version: "v2", limit: PER_USER, once: true },
      access: { kind: "private", permission: "margin_trade" },
    },
  },
  v3: {
    ...{ version: "v3", rejections: "v3", root: "/api/v3/loan/" },
    shows: READS_V3,
    reads: READS_V3,
    writes: {
      ...{ method: "POST", version: "v3", limit: PER_USER, once: true },
      access: { kind: "private", permission: "uta_mgt_write" },
    },
  },
};

/** Defines an endpoint for both versions. */
export function forBothVersions(define: (dialect: LoanDialect) => Endpoint): readonly Endpoint[] {
  return [define(LOAN_DIALECTS.v2), define(LOAN_DIALECTS.v3)];
}
