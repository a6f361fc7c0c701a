import { expect, it } from "vitest";
import { CoreFixture } from "../../test/support/core-fixture.ts";
import { LINEAR } from "../../test/support/core-listings.ts";
import { atoms, lots } from "../core/money/units.ts";
import { instrumentFacts } from "./market-port.ts";

it("facts of an instrument have its present order limits", () => {
  const core = new CoreFixture();
  const facts = instrumentFacts(core.state)[LINEAR];
  const sizes = { sizeLotsMin: lots(3), sizeLotsMax: lots(50), sizeLotsMarketMax: lots(20) };
  const bands = { buyLimitRatioE6: 30_000, sellLimitRatioE6: 20_000 };
  const limits = { ...sizes, ...bands, valueMin: atoms(7n) };
  core.run({ kind: "set_order_limits", instrument: LINEAR, ...limits });
  expect(facts).toMatchObject({ ...sizes, valueMin: 7n });
});
