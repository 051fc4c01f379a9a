/** The brand's colour: one token (`--brand`), from which the fills, tints and texts of the interface follow. */

/** `#rrggbb`, the only form a brand may have: it goes into a style property as it is. */
export function isBrandColour(text: unknown): text is string {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);
}

/** Gives the document its brand; anything but `#rrggbb` gives the default one back. */
export function applyBrand(root: HTMLElement, colour: unknown): void {
  if (isBrandColour(colour)) root.style.setProperty('--brand', colour);
  else root.style.removeProperty('--brand');
}
