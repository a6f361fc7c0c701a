import { subDepositsEndpoint } from "./sub-deposits-endpoint.ts";

export const getSubDeposits = subDepositsEndpoint("GET");
