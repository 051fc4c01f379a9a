/**
 * Finding by typed text: without accents and case, documents with or without punctuation, and a plate by either of its
 * forms (SHELL-02). A list of 100,000 makes its index texts once and searches them with plain `includes`.
 */
import { otherPlateForm } from '../documents/plate.ts';

/** Between the fields of an index text, so that no match runs over from one into the next. */
const separator = '\n';

/** Lower case without accents: `Água` → `agua`. */
export function foldText(text: string): string {
  const plain = isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  return plain.toLowerCase();
}

/** The text that is searched for an entry: its fields folded, and those with digits also without punctuation. */
export function searchIndexText(fields: Iterable<string | null | undefined>): string {
  const parts: string[] = [];
  for (const field of fields) {
    if (!field) continue;
    const folded = foldText(field);
    parts.push(folded);
    if (!/\d/.test(folded)) continue;
    const bare = bareOf(folded);
    if (bare !== folded) parts.push(bare);
  }
  return parts.join(separator);
}

/**
 * The texts any of which must be found in an index text: the folded query, without punctuation where it holds a digit
 * (an index text that holds the one holds the other); and the plate's other form where it is a plate or a beginning of
 * one that reaches the changed place. A single character is searched as it is. Blanks give none.
 */
export function searchVariants(query: string): readonly string[] {
  const folded = foldText(query.trim());
  if (folded.length < 2) return folded === '' ? [] : [folded];
  const bare = bareOf(folded);
  const other = otherPlateForm(bare);
  const variants = [/\d/.test(bare) && bare.length > 1 ? bare : folded];
  if (other !== undefined) variants.push(other.toLowerCase());
  return variants;
}

/** A test for index texts. Blanks find nothing. */
export function createSearch(query: string): (indexText: string) => boolean {
  const variants = searchVariants(query);
  return (indexText) => variants.some((variant) => indexText.includes(variant));
}

/** Whether one of the fields matches the query, for short lists. */
export function matchesSearch(fields: Iterable<string | null | undefined>, query: string): boolean {
  return createSearch(query)(searchIndexText(fields));
}

/** Most names and every identifier; the quick test halves the time of a large index. */
function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range is meant
  return /^[\x00-\x7f]*$/.test(text);
}

function bareOf(folded: string): string {
  if (/^[a-z\d]*$/.test(folded)) return folded;
  return folded.replace(/[^\p{L}\p{N}]/gu, '');
}
