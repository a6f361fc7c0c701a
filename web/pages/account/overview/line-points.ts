/** Returns the points of a line through values at equal distances, in the notation of SVG. */
export function linePoints(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return values
    .map((value, place) => {
      const x = values.length < 2 ? 0 : (place / (values.length - 1)) * width;
      const y = span === 0 ? height / 2 : height - ((value - low) / span) * height;
      return `${round(x)},${round(y)}`;
    })
    .join(" ");
}

const round = (value: number): number => Math.round(value * 10) / 10;
