/** A measure as forms send it, as its column takes it: digits become a number, empty text and null none; absent is not spoken of. */
export function measureColumn(given: number | string | null | undefined): number | null | undefined {
  if (typeof given !== 'string') return given;
  return given.trim() === '' ? null : Number(given);
}
