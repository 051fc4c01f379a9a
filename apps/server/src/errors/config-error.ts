/** A wrong setting: one line a person can act on. The process that meets it prints the line and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What a person reads whose server cannot have a port: which it is, and which setting changes it. Other errors as they are. */
function portRefusal(error: unknown, port: string, change: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError(`${port} is taken: ${change}`);
  if (code === 'EACCES') return new ConfigError(`${port} is not allowed to this account: ${change}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError(`${port}: this machine has no such HOST`);
  }
  return error;
}

export const webPortRefusal = (error: unknown, port: number): unknown =>
  portRefusal(error, `port ${port}`, 'end the program that has it, or choose another with PORT=<number>');

export const trackerPortRefusal = (
  error: unknown,
  protocol: string,
  transport: string,
  port: number,
): unknown =>
  portRefusal(
    error,
    `port ${port} (${protocol}, ${transport})`,
    `set PORT_OFFSET to move all tracker ports, or PROTOCOLS to leave ${protocol} out`,
  );

/** A stored secret does not open with this key, or is damaged: it has to be typed in again. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}
