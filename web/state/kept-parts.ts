/** Returns `next` with the objects of `before` in the place of parts that are equal. */
export function keptParts<T>(before: T, next: T): T {
  return keptPart(before, next) as T;
}

function keptPart(before: unknown, next: unknown): unknown {
  if (isEqual(before, next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    return next.map((one, at) => {
      const isInPlace = isEqual(before[at], one);
      return isInPlace ? before[at] : (before.find((known) => isEqual(known, one)) ?? one);
    });
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  return Object.fromEntries(
    Object.entries(next).map(([name, value]) => [name, keptPart(before[name], value)]),
  );
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

/** Whether a value is an object as answers have them: neither an array nor of a class. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
