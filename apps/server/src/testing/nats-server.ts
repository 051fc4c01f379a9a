/** Debian's `nats-server` on a free port of the loopback address, for tests of several processes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const places = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
const findProgram = () => places.find((path) => existsSync(path));

/**
 * Where the program is. Where it is missing, `NEED_NATS=1` (as continuous integration sets it) installs it with apt, or
 * throws; without it the tests that need it are skipped.
 */
export function natsProgram(): string | undefined {
  const found = findProgram();
  if (found !== undefined || process.env.NEED_NATS !== '1') return found;
  if (process.getuid?.() === 0)
    execFileSync('apt-get', ['install', '-y', 'nats-server'], { stdio: 'ignore' });
  const installed = findProgram();
  if (installed !== undefined) return installed;
  throw new Error("tests of several processes need Debian's nats-server: apt-get install nats-server");
}

export interface NatsServer {
  readonly url: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP, so that its lines stay open and say nothing; and SIGCONT. */
  pause(): void;
  resume(): void;
  /** Starts again on the same port after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const readyWithinMs = 10_000;

/** `more`: arguments, such as those of a cluster of servers. */
export async function startNats(program: string, more: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  let child: ChildProcess;
  const launch = async () => {
    child = spawn(program, ['-a', '127.0.0.1', '-p', String(port), ...more], { stdio: 'ignore' });
    const untilMs = performance.now() + readyWithinMs;
    while (!(await isListening(port))) {
      if (performance.now() > untilMs) throw new Error(`nats-server does not listen on port ${port}`);
      await sleep(20);
    }
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const leave = () => void child.kill('SIGKILL');
  process.once('exit', leave);
  await launch();
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    restart: launch,
    async stop() {
      process.off('exit', leave);
      await kill();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (listens: boolean) => {
      socket.destroy();
      resolve(listens);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
