/** A backup or a restore cannot be done as asked, and nothing was changed. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Wrong words on the command line. The command prints the message with its usage and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
