/** The driver that a position names, when it is another than before (ING-07); the first one is news too. */
export function changedDriver(before: string | undefined, told: unknown): string | undefined {
  return typeof told === 'string' && told !== '' && told !== before ? told : undefined;
}
