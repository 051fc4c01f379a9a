/** Numbers as forms hold them while they are edited: plain text, whatever the person's language. */

/** A plain number, comma or point before its decimals; undefined for nothing, NaN for what is no number. */
export function numberIn(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** The text of a stored number; '' for none. At most six decimals, so that converted units read well. */
export function textOfNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(Number(value.toFixed(6)));
}
