import type { TextsState } from '../../lib/texts/texts.ts';

interface Said {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A command in words: its type, and its parameters by their names. */
export function commandLabel(
  { type, attributes }: Said,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): string {
  const parameters = Object.entries(attributes).map(([key, value]) => {
    const shown = typeof value === 'boolean' ? text(value ? 'value.yes' : 'value.no') : String(value);
    return `${textOr(`commandParameter.${key}`, key)}: ${shown}`;
  });
  const labels = textOr(`commandType.${type}`, type);
  return parameters.length === 0 ? labels : `${labels} (${parameters.join(', ')})`;
}
