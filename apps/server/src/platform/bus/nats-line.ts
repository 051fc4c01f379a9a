/** A connection to NATS that comes back by itself, and says at any moment whether what is sent now arrives. */
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { NatsSettings } from '../config/cluster-settings.ts';

export interface NatsLine {
  /** The server answered a moment ago. */
  isUp(): boolean;
  /** Sends at once, or not at all: nothing waits for a server that is away. */
  publish(subject: string, text: string): boolean;
  /** Also after every new connection. */
  subscribe(subject: string, hear: (subject: string, text: string) => void): void;
  stop(): Promise<void>;
}

const connectTimeoutMs = 2_000;
const connectAgainMs = 500;
const askEveryMs = 500;
/** A server without an answer for so long is away: the other end of a cut line says nothing. */
const answerWithinMs = 1_500;
/** Questions in a row, by one line that seems to stand: then another server is looked for, and this one may be gone for good. */
const mostUnanswered = 6;

const optionsOf = ({ servers, user, password, credentials, isTls, authorities }: NatsSettings) => ({
  servers: [...servers],
  ...(user !== undefined && { user, pass: password ?? '' }),
  ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  ...(isTls && { tls: authorities === undefined ? {} : { ca: authorities } }),
  noEcho: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: connectAgainMs,
  ignoreAuthErrorAbort: true,
  timeout: connectTimeoutMs,
});

export function openNatsLine(
  settings: NatsSettings,
  { name, log }: { readonly name: string; readonly log: Pick<Logger, 'warn' | 'info'> },
): NatsLine {
  const subscriptions: {
    readonly subject: string;
    readonly hear: (subject: string, text: string) => void;
  }[] = [];
  let connection: NatsConnection | undefined;
  let isConnected = false;
  /** The line stands, whether or not its other end says something. */
  let isOpen = false;
  let unanswered = 0;
  let answeredMs = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let again: NodeJS.Timeout | undefined;
  let wasUp: boolean | undefined;

  const isUp = () => isConnected && performance.now() - answeredMs < answerWithinMs;

  const take = ({ subject, hear }: (typeof subscriptions)[number]) =>
    connection?.subscribe(subject, {
      callback: (error, message) => {
        if (error) log.warn({ err: error, subject }, 'a subscription of NATS failed');
        else hear(message.subject, message.string());
      },
    });

  /** The answer comes behind everything that was sent before it. */
  const ask = async (asked: NatsConnection) => {
    await asked.flush();
    if (asked !== connection || asked.isClosed()) return;
    answeredMs = performance.now();
    unanswered = 0;
    isConnected = true;
  };

  const follow = async (followed: NatsConnection) => {
    for await (const { type } of followed.status()) {
      if (followed !== connection) return;
      if (type === 'disconnect' || type === 'staleConnection' || type === 'close')
        isConnected = isOpen = false;
      if (type !== 'reconnect') continue;
      unanswered = 0;
      isOpen = true;
      ask(followed).catch(() => undefined);
    }
  };

  const open = async () => {
    const opened = await connect({ ...optionsOf(settings), name });
    if (isStopped) return opened.close();
    connection = opened;
    unanswered = 0;
    isOpen = true;
    for (const one of subscriptions) take(one);
    await ask(opened);
    follow(opened).catch((err: unknown) => log.warn({ err }, 'the state of NATS cannot be followed'));
  };
  const tryToOpen = () => {
    open().catch((error: unknown) => {
      if (isStopped) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (wasUp !== false)
        log.warn({ reason }, 'NATS is away: what other processes store is not shown live here');
      wasUp = false;
      again = setTimeout(tryToOpen, connectAgainMs);
    });
  };
  tryToOpen();

  /** Not `reconnect` of the client: it first waits for what was written, which a machine without power never takes. */
  const abandon = (silent: NatsConnection) => {
    connection = undefined;
    isConnected = isOpen = false;
    silent.close().catch(() => undefined);
    tryToOpen();
  };

  const asking = setInterval(() => {
    if (!connection || connection.isClosed()) return;
    if (isOpen && unanswered >= mostUnanswered) return abandon(connection);
    unanswered += 1;
    ask(connection).catch(() => undefined);
    if (wasUp === isUp()) return;
    wasUp = isUp();
    if (wasUp) log.info('NATS answers');
    else log.warn('NATS is away: what other processes store is not shown live here');
  }, askEveryMs);
  asking.unref();

  return {
    isUp,
    publish(subject, text) {
      if (!isUp()) return false;
      connection?.publish(subject, text);
      return true;
    },
    subscribe(subject, hear) {
      const one = { subject, hear };
      subscriptions.push(one);
      take(one);
    },
    async stop() {
      isStopped = true;
      clearTimeout(again);
      clearInterval(asking);
      await connection?.close();
    },
  };
}
