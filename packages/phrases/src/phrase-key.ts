import type { ptBrFirst } from './pt-br-first.ts';
import type { ptBrManagement } from './pt-br-management.ts';
import type { ptBrMap } from './pt-br-map.ts';

export type FirstKey = keyof typeof ptBrFirst;

export type MapKey = keyof typeof ptBrMap;

export type ManagementKey = keyof typeof ptBrManagement;

/** `area.name` of a text that exists in every language; a text with plurals has one key for each form. */
export type PhraseKey = FirstKey | MapKey | ManagementKey;

/** What code asks for: as `PhraseKey`, without the plural's suffix, which `count` chooses. */
export type PhraseName = PhraseKey extends infer Key
  ? Key extends `${infer Name}_one` | `${infer Name}_other`
    ? Name
    : Key
  : never;

/** Values of a text, by the name of their placeholder. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A text with its values in place of `{{name}}`. A placeholder without a value stays as it is; nothing is escaped. */
export function fillText(text: string, values: TextValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
