/** Fields of administrative requests. */

import { Type } from "typebox";
import { CATEGORIES, REALMS } from "../core/base/vocabulary.ts";
import { TEXT_FORMATS } from "./text-formats.ts";

export const Name = Type.String({ minLength: 1, maxLength: 64 });
export const Decimal = Type.String({ pattern: TEXT_FORMATS.decimal.pattern });
export const Uid = Type.String({ pattern: TEXT_FORMATS.uid.pattern });
export const Id = Type.String({ pattern: TEXT_FORMATS.id.pattern });
export const UidPath = Type.Object({ uid: Uid });
export const RealmName = Type.Enum([...REALMS]);
export const InstrumentBody = Type.Object(
  { symbol: Name, category: Type.Enum([...CATEGORIES]), realm: Type.Optional(RealmName) },
  { additionalProperties: false },
);
