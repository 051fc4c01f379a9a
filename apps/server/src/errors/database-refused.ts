/**
 * The database cannot be used as it is, and trying again will not help: another program holds it, it was made by
 * another version, it belongs to somebody else. The message says what to do. The server prints it and exits with 2.
 */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
