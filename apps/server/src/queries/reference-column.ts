/** A reference of an input as its column takes it: 0 and null are none, absent is not spoken of. */
export function referenceColumn(id: number | null | undefined): number | null | undefined {
  return id === undefined ? undefined : id || null;
}
