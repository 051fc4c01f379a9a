/** Colours a company chooses, and the contrast of two colours (UNIT-05). */

/** A company's colour unless it chose one. */
export const defaultTheme = '#1293d1';

/** Red, green and blue, 0–255. */
export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Reads `#rgb` or `#rrggbb`, any case; undefined for every other text. */
export function parseColour(text: string): Rgb | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text) ?? [];
  const hex = short?.replace(/./g, '$&$&') ?? long;
  if (hex === undefined) return undefined;
  const value = Number.parseInt(hex, 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}

/** `#rrggbb` in lower case; channels are rounded and clamped. */
export function printColour({ red, green, blue }: Rgb): string {
  const hex = (channel: number) =>
    Math.min(255, Math.max(0, Math.round(channel)))
      .toString(16)
      .padStart(2, '0');
  return `#${hex(red)}${hex(green)}${hex(blue)}`;
}

/** Relative luminance by WCAG, 0 black to 1 white. */
export function luminance({ red, green, blue }: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours by WCAG, 1 to 21, in either order. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
