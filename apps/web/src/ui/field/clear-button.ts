/** The kit hides what clears a choice from keyboard and screen reader; here both reach it. */
export function clearButton(name: string) {
  return { 'aria-label': name, 'aria-hidden': false, tabIndex: 0 } as const;
}
