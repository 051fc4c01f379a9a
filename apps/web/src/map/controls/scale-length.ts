export interface ScaleLength {
  readonly metres: number;
  readonly pixels: number;
}

/** The longest 1, 2 or 5 times a power of ten metres that fits into so many pixels; null when the scale is unknown. */
export function scaleLength(metresPerPixel: number, mostPixels: number): ScaleLength | null {
  const most = metresPerPixel * mostPixels;
  if (!(most > 0) || !Number.isFinite(most)) return null;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * ([5, 2].find((factor) => factor * power <= most) ?? 1);
  return { metres, pixels: metres / metresPerPixel };
}
