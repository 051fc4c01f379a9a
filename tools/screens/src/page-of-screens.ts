import type { Screen } from './screen.ts';

/** `docs/screens.md`: every screen under its title, with what one does there. */
export function pageOfScreens(screens: readonly Screen[]): string {
  const parts = screens.map(
    ({ name, title, words }) => `## ${title}\n\n${words}\n\n![${title}](pictures/${name}.png)\n`,
  );
  return [
    '# Screens\n',
    'One picture of every screen, of the demonstration. `npm run screens` takes them again and writes this page.\n',
    ...parts,
  ].join('\n');
}
