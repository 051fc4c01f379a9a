/**
 * An instant of an input in the form in which it is read again, so that an unchanged one is seen to be unchanged. One
 * without an offset is UTC; absent is not spoken of, null is none.
 */
export function instantColumn(text: string | null | undefined): string | null | undefined {
  if (!text) return text === undefined ? undefined : null;
  const hasOffset = /(?:z|[+-]\d\d:?\d\d)$/i.test(text);
  return new Date(hasOffset ? text : `${text}Z`).toISOString();
}
