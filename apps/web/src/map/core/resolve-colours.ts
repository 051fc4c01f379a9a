import type { MapTheme } from '../map-api.ts';

/**
 * Resolves CSS colours (tokens and mixes of them) for a canvas, which knows no custom properties: each is given to a
 * hidden element and read back as the browser works it out. The element has the theme itself, so that it does not matter
 * whether the document has changed already; the brand is the document's.
 */
export function resolveColours<Name extends string>(
  theme: MapTheme,
  expressions: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const probe = document.createElement('i');
  probe.hidden = true;
  probe.dataset.theme = theme;
  document.body.append(probe);
  const entries = Object.entries<string>(expressions).map(([name, expression]) => {
    probe.style.color = '';
    probe.style.color = expression;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<Name, string>;
}
