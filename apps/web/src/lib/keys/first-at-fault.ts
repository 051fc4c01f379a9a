/** An input as the form's library keeps it with what is wrong with it. */
interface Focusable {
  focus(): void;
}

const isFocusable = (ref: unknown): ref is Focusable =>
  typeof ref === 'object' && ref !== null && 'focus' in ref && typeof ref.focus === 'function';

/**
 * The focus after a form was refused. The forms' library would set it twice, the second time a moment later: a fast person
 * types by then, his field is right, and the rest of his word goes into the next one.
 */
export const focusFault = (faults: object): void => firstAtFault(Object.values(faults))?.focus();

/** The first input at fault that can take the focus, in the order of the faults, which may lie in one another. */
export function firstAtFault(faults: readonly unknown[]): Focusable | undefined {
  for (const fault of faults) {
    if (typeof fault !== 'object' || fault === null) continue;
    const { ref, ...inner } = fault as Record<string, unknown>;
    const found = isFocusable(ref) ? ref : firstAtFault(Object.values(inner));
    if (found) return found;
  }
  return undefined;
}
