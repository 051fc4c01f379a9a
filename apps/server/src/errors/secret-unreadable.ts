/** A stored secret does not open with this key, or is damaged: it has to be typed in again. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}
