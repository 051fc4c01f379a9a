/** A backup or a restore cannot be done as asked, and nothing was changed. The message says what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
