/**
 * Puts the focus on the first field that is wrong, in the order in which a person reads them. The form's library knows
 * only the order in which fields were made.
 */
export function focusFirstFault(form: HTMLFormElement | null): void {
  // Once the faults are drawn.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
