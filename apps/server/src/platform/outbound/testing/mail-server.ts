/** A small real mail server for tests: it takes mail on a port of its own and keeps it. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** What the next messages are answered with, after their body, instead of being taken. */
  refuse(status: number, times: number): void;
}

/** `unknownSender` is answered with 450, as by a server that finds no domain of that name. */
export async function startMailServer(unknownSender?: string): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  let refusal = { status: 0, times: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom({ address }, _session, done) {
      if (address !== unknownSender) return done();
      return done(Object.assign(new Error('4.1.8 Sender address rejected'), { responseCode: 450 }));
    },
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        if (refusal.times > 0) {
          refusal.times--;
          return done(Object.assign(new Error('not now'), { responseCode: refusal.status }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(status, times) {
      refusal = { status, times };
    },
  };
}
