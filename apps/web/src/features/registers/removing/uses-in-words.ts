import { inUseSchema, type Use } from '@atalaia/contract/in-use';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';

type Words = Pick<TextsState, 'text' | 'textOr'>;

export const isInUse = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'in-use';

/** A line for each thing that kept another from its removal, and one for those that are not named. None if none is told. */
export function usesInWords({ details }: ApiError, words: Words): readonly string[] {
  const told = inUseSchema.safeParse(details);
  if (!told.success) return [];
  const { usedBy, count } = told.data;
  const others = count - usedBy.length;
  const lines = usedBy.map((use) => useInWords(use, words));
  return others > 0 ? [...lines, words.text('inUse.others', { count: others })] : lines;
}

function useInWords({ noun, name }: Use, { textOr }: Words): string {
  const called = noun === 'notification' ? textOr(`eventType.${name}`, name) : name;
  return `${textOr(`auditNoun.${noun}`, noun)}: ${called}`;
}
