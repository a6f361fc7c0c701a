/** A running exchange audits itself at the configured interval. */
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange({ auditEveryMs: 50 });

it("shows the verdict of its own audit among the metrics", async () => {
  const page = await eventually("an audit on the page of metrics", async () => {
    const response = await fetch(`${exchange.baseUrl}/metrics`);
    const text = await response.text();
    return text.includes("\nbourse_audit_holds ") ? text : undefined;
  });
  expect(page).toContain("\nbourse_audit_holds 1\n");
});
