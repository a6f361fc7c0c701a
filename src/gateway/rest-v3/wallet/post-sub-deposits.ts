import { subDepositsEndpoint } from "./sub-deposits-endpoint.ts";

export const postSubDeposits = subDepositsEndpoint("POST");
