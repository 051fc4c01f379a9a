/** A wrong setting: one line a person can act on. The process that meets it prints the line and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
