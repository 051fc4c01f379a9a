/** A backup or a restore cannot be done as asked, and nothing was changed. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** What is missing is its note in the database: nobody says of this backup that nothing was changed. */
export class BackupUnnoted extends BackupRefused {
  constructor(folder: string, cause: Error) {
    super(`${folder} is whole, but the database could not note it (${cause.message})`);
  }
}

/** A restore that its own words do not undo: the message asks for the same one again. */
export class RestoreUnended extends Error {}

/** What was restored is whole, and only a part of it is where it belongs. */
export class NotInPlace extends RestoreUnended {
  override readonly name = 'NotInPlace';

  constructor(cause: unknown) {
    super(
      `everything was restored, but could not be put in place (${cause instanceof Error ? cause.message : String(cause)}): ` +
        'mend that, and run the same restore again, which goes on from there. Until then no server starts',
    );
  }
}

/** The connection was lost at the commit of a restore: everything is there, or nothing is. */
export class CommitUnsure extends RestoreUnended {
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
