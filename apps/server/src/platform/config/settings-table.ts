import { settings } from './settings.ts';

/** The settings as the lines of a Markdown table, exactly as README.md holds them; a test compares the two. */
export function settingsTable(): string[] {
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const { description, default: shown } = schema.meta() ?? {};
    return `| \`${name}\` | ${shown ?? `\`${String(schema.parse(undefined))}\``} | ${description} |`;
  });
  return ['| setting | default | meaning |', '|---|---|---|', ...rows];
}
