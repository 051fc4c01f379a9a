import type { CellObject } from 'write-excel-file/node';

/** A text within what a cell holds; as a cell of type text it is never a formula, whatever it begins with. */
export function text(value: string): CellObject {
  return { type: String, value: value.slice(0, 32_000) };
}

export function number(value: number, format: string): CellObject {
  return { type: Number, value, format };
}
