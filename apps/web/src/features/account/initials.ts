/** Up to two letters that stand for a name: of its first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const letters = last ? [firstLetter(first), firstLetter(last)] : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

function firstLetter(word: string): string {
  return [...word][0] ?? '';
}
