import { markdownTable } from '@atalaia/fixtures/markdown-table';
import { tenActs } from '@atalaia/fixtures/ten-acts';
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
    actsOfOperator(),
    '',
  ].join('\n');
}

/** How far what an operator does most is: the journey `counted-acts.spec.ts` counts the same table. */
function actsOfOperator(): string {
  const rows = Object.values(tenActs).map(
    ({ what, from, way, count }) => [what, from, way, String(count)] as const,
  );
  return [
    '## The ten commonest acts\n',
    'Clicks and keys beside typed text, as the journey `counted-acts.spec.ts` counts them. None takes more than 3.\n',
    markdownTable(['act', 'from', 'way', 'clicks and keys'], rows),
  ].join('\n');
}
