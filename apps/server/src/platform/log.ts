import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** These are never written to the log, wherever they are in a line (OPS-03). */
const secrets = ['authorization', 'cookie', 'password', 'password_hash', 'passwordHash', 'token'];

/** JSON lines on standard output, unless another place is given; without secrets. */
export function createLog(
  level: string,
  to: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
    serializers: { err: errorOf, error: errorOf },
  };
  return pino(options, to);
}

/** PostgreSQL's `detail` and `where` may repeat a whole row, and with it what nobody should read in a log. */
function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { detail: _row, where: _query, internalQuery: _inner, ...logged } = stdSerializers.err(error);
  return logged;
}
