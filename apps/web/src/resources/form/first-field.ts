/** What a person fills in first: a list to choose from is read-only to the keyboard and yet filled in. */
const fillable = ':is(input:not([type="hidden"]), textarea):not(:disabled, [readonly]:not([aria-haspopup]))';

/** The first field of a part of a form that can be filled in; null where none can. */
export function firstFieldIn(part: ParentNode | null | undefined): HTMLElement | null {
  return part?.querySelector<HTMLElement>(fillable) ?? null;
}
