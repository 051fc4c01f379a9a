/** Wrong words on the command line. The command prints the message with its usage and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
