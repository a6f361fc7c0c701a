import { describe, expect, it } from "vitest";
import { type Axis, type Chart, chartSvg, type Series } from "./chart-svg.ts";

const axis = (scale: Axis["scale"], label = ""): Axis => ({ label, scale, format: String });

const line = (points: Series["points"]): Series => {
  return { label: "generated", colour: "#123456", shape: "line", points };
};

const chartOf = (series: readonly Series[], scale: Axis["scale"] = "linear"): Chart => {
  return { title: "Prices & volumes", x: axis(scale, "days"), y: axis(scale, "dollars"), series };
};

/** The plot is 82 to 732 pixels wide, and 62 to 328 high. */
const CORNERS = "M82 328L732 62";

describe("a chart", () => {
  it("places points by the bounds of its axes", () => {
    const svg = chartSvg(
      chartOf([
        line([
          [0, 0],
          [10, 100],
        ]),
      ]),
    );
    expect(svg).toContain(`<path d="${CORNERS}" fill="none" stroke="#123456"`);
  });

  it("places powers of ten at equal distances on logarithmic axes", () => {
    const svg = chartSvg(
      chartOf(
        [
          line([
            [1, 1],
            [10, 10],
            [100, 100],
          ]),
        ],
        "log",
      ),
    );
    expect(svg).toContain(`<path d="M82 328L407 195L732 62"`);
    for (const tick of [1, 2, 5, 10, 20, 50, 100]) expect(svg).toContain(`>${tick}</text>`);
  });

  it("has ticks at round values that cover the points", () => {
    const svg = chartSvg(
      chartOf([
        line([
          [0, 1_234],
          [29, 5_678],
        ]),
      ]),
    );
    for (const tick of [1_000, 2_000, 3_000, 4_000, 5_000, 6_000]) {
      expect(svg).toContain(`text-anchor="end" fill="#57606a" font-size="12">${tick}</text>`);
    }
    for (const tick of [0, 5, 10, 15, 20, 25, 30]) {
      expect(svg).toContain(`text-anchor="middle" fill="#57606a" font-size="12">${tick}</text>`);
    }
  });

  it("stands bars on zero, also negative ones", () => {
    const bars: Series = {
      ...line([
        [0, -10],
        [10, 10],
      ]),
      shape: "bars",
    };
    // Zero is at 195: the first bar hangs from it, the second ends there.
    expect(chartSvg(chartOf([bars]))).toMatch(/d="M-152 195h468v133h-468zM498 62h468v133h-468z"/);
  });

  it("draws levels across the plot, and dots", () => {
    const level: Series = { label: "", colour: "#654321", shape: "level", points: [[0, 50]] };
    const dots: Series = {
      ...line([
        [0, 0],
        [10, 100],
      ]),
      shape: "dots",
    };
    const svg = chartSvg(chartOf([dots, level]));
    expect(svg).toContain(`<path d="M82 195H732" fill="none" stroke="#654321"`);
    expect(svg).toContain(`<circle cx="82" cy="328" r="3.5"/><circle cx="732" cy="62" r="3.5"/>`);
    expect(svg.match(/font-size="13"/g)).toHaveLength(1);
  });

  it("escapes its texts and is readable on dark pages", () => {
    const svg = chartSvg(chartOf([line([[1, 1]])]));
    expect(svg).toContain("<title>Prices &amp; volumes</title>");
    expect(svg).toContain('<rect width="760" height="380" rx="6" fill="#fdfdfc"/>');
    expect(svg).not.toContain("NaN");
  });
});
