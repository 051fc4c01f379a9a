/** A backup or a restore cannot be done as asked, and nothing was changed. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** The connection was lost at the commit of a restore: everything is there, or nothing is. */
export class CommitUnsure extends Error {
  override readonly name = 'CommitUnsure';

  constructor(cause: Error) {
    super(
      `the database went away while the restore was committed (${cause.message}): everything is there, or nothing is. ` +
        'Run the same restore again: it finds out which, and goes on from there',
    );
  }
}

/** Wrong words on the command line. The command prints the message with its usage and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
