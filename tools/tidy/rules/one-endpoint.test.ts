import { describe, expect, it } from "vitest";
import { repositoryOf } from "../repository.ts";
import { oneEndpoint } from "./one-endpoint.ts";

const HOME = "src/gateway/http/endpoint.ts";
const FILE = "src/gateway/rest-v2/spot/get-order.ts";
const MAKER = "src/gateway/rest-v2/spot/fills-endpoint.ts";

const homeText = `
  export function defineEndpoint(definition) { return definition; }
  export function defineTradeEndpoint(definition) { return defineEndpoint(definition); }`;
const importHome = `
  import { defineEndpoint, defineTradeEndpoint } from "../../http/endpoint.ts";`;
const makerText = `${importHome}
  export function fillsEndpoint(path: string) { return defineEndpoint({ paths: [path] }); }`;
const importMaker = `import { fillsEndpoint } from "./fills-endpoint.ts";`;

const judge = (texts: Readonly<Record<string, string>>): string[] =>
  oneEndpoint(repositoryOf({ [HOME]: homeText, ...texts })).map(
    ({ line, message, path }) => `${path}:${line} ${message}`,
  );

describe("one endpoint a module", () => {
  it("fires for two endpoints, exported or not", () => {
    const text = `${importHome}
      export const getOrder = defineEndpoint({});
      const placeOrder = defineTradeEndpoint({});
      export const list = [placeOrder];`;
    expect(judge({ [FILE]: text })).toEqual([`${FILE}:4 the module makes a second endpoint`]);
  });

  it("fires for two endpoints of one list", () => {
    const text = `${importHome}
      export const list = [defineEndpoint({}), defineEndpoint({})];`;
    expect(judge({ [FILE]: text })).toHaveLength(1);
  });

  it("fires for two endpoints made by a function of another module", () => {
    const text = `${importMaker}
      export const listFills = fillsEndpoint("fills");
      export const listFillHistory = fillsEndpoint("fill-history");`;
    expect(judge({ [MAKER]: makerText, [FILE]: text })).toEqual([
      `${FILE}:3 the module makes a second endpoint`,
    ]);
  });

  it("fires for two endpoints made through functions of the same module", () => {
    const text = `${importHome}
      const one = (path: string) => defineEndpoint({ paths: [path] });
      const spot = () => one("spot");
      export const getSpotOrder = spot();
      export const getMixOrder = one("mix");`;
    expect(judge({ [FILE]: text })).toEqual([`${FILE}:6 the module makes a second endpoint`]);
  });

  it("fires for a function that defines two endpoints", () => {
    const text = `${importHome}
      export function endpointsOf(isIsolated: boolean) {
        return isIsolated ? defineEndpoint({}) : defineEndpoint({});
      }`;
    expect(judge({ [FILE]: text })).toEqual([`${FILE}:4 endpointsOf makes a second endpoint`]);
  });

  it("is quiet about one endpoint, one definition for two modes, and lists of endpoints", () => {
    expect(judge({ [FILE]: `${importHome}\nexport const a = defineEndpoint({});` })).toEqual([]);
    const both = `${importHome}
      export const orderEndpoints = forBothModes((mode) => defineEndpoint({ mode }));`;
    expect(judge({ [FILE]: both })).toEqual([]);
    const list = `
      import { getOrder } from "./get-order.ts";
      import { listFills } from "./list-fills.ts";
      export const endpointsSpot = [getOrder, listFills];`;
    const fills = `${importMaker}\nexport const listFills = fillsEndpoint("fills");`;
    const texts = { [MAKER]: makerText, "src/gateway/rest-v2/spot/list-fills.ts": fills };
    expect(judge({ ...texts, "src/gateway/rest-v2/spot/endpoints-spot.ts": list })).toEqual([]);
  });

  it("is quiet about the functions that everything is made by, and about tests", () => {
    const text = `${importHome}\nconst a = defineEndpoint({});\nconst b = defineEndpoint({});`;
    expect(judge({ "src/gateway/http/server.test.ts": text })).toEqual([]);
  });
});
