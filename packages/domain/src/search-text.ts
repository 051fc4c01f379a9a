/**
 * Finding by typed text: without accents and case, documents with or without punctuation, and a plate by either of its
 * forms (SHELL-02). A list of 100,000 makes its index texts once and searches them with plain `includes`.
 */
import { otherPlateForm } from './documents/plate.ts';

/** Fewer characters than this search for nothing. */
export const searchMinimumCharacters = 2;

/** Between the fields of an index text, so that no match runs over from one into the next. */
const separator = '\n';

/** Lower case without accents: `Água` → `agua`. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text that stands for an entry in searches: its fields folded, and those with digits also without punctuation. */
export function searchIndexText(fields: Iterable<string | null | undefined>): string {
  const parts: string[] = [];
  for (const field of fields) {
    if (!field) continue;
    const folded = foldText(field);
    parts.push(folded);
    const bare = bareOf(folded);
    if (bare !== folded && /\d/.test(bare)) parts.push(bare);
  }
  return parts.join(separator);
}

/**
 * The texts any of which must be found in an index text: the folded query; without punctuation where it holds a digit;
 * and the plate's other form where it is a plate or a beginning of one that reaches the changed place. A query under
 * the minimum gives none.
 */
export function searchVariants(query: string): readonly string[] {
  const folded = foldText(query.trim());
  if (folded.length < searchMinimumCharacters) return [];
  const bare = bareOf(folded);
  const other = otherPlateForm(bare);
  const variants = new Set([folded]);
  if (/\d/.test(bare) && bare.length >= searchMinimumCharacters) variants.add(bare);
  if (other !== undefined) variants.add(other.toLowerCase());
  return [...variants];
}

/** A test for index texts. A query under the minimum finds nothing. */
export function createSearch(query: string): (indexText: string) => boolean {
  const variants = searchVariants(query);
  return (indexText) => variants.some((variant) => indexText.includes(variant));
}

/** Whether one of the fields matches the query, for short lists. */
export function matchesSearch(fields: Iterable<string | null | undefined>, query: string): boolean {
  return createSearch(query)(searchIndexText(fields));
}

function bareOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]/gu, '');
}
