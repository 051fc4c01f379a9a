import http from 'node:http';
import https from 'node:https';
import type { GuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import type { Clock } from '../clock.ts';
import {
  createWaitingQueue,
  type Memory,
  nextAttemptMs,
  type Waiting,
  type WaitingQueue,
} from './waiting.ts';

export interface HttpLanesParts {
  readonly url: string;
  /** GET: what is sent goes into the address. */
  readonly method: 'GET' | 'POST';
  readonly contentType: string;
  readonly authorization: string | undefined;
  readonly clock: Clock;
  readonly guard: GuardedLookup;
  readonly memory: Memory;
  readonly mostBytes: number;
  sent(one: Waiting): void;
  failed(one: Waiting, reason: string): void;
  dropped(one: Waiting, reason: string): void;
}

/** Requests to another server: of one device one after the other, of several devices a few at a time. */
export interface HttpLanes {
  push(deviceId: number, one: Waiting): void;
  check(nowMs: number, expireBeforeMs: number): void;
  /** Ends what is under way and drops what waits. */
  destroy(reason: string): void;
}

/** So many requests at a time. */
const laneCount = 8;
const timeoutMs = 10_000;
/** Of an answer; nobody reads more of it. */
const mostAnswerBytes = 64 * 1024;
const longestRetryAfterMs = 3_600_000;

export function createHttpLanes(parts: HttpLanesParts): HttpLanes {
  const { clock, guard } = parts;
  const url = new URL(parts.url);
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: laneCount, lookup: guard.lookup });
  const stopping = new AbortController();
  let failures = 0;
  let retryMs = 0;

  const send = async (bytes: Uint8Array): Promise<{ status: number; retryAfterMs: number }> => {
    // a literal address is never looked up
    await guard.resolve(url.hostname);
    const isGet = parts.method === 'GET';
    const path = isGet ? withQuery(url, Buffer.from(bytes).toString()) : url.pathname + url.search;
    return new Promise((resolve, reject) => {
      const asked = request({
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port || undefined,
        path,
        method: parts.method,
        agent,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]),
        headers: {
          ...(isGet ? {} : { 'content-type': parts.contentType, 'content-length': bytes.length }),
          ...(parts.authorization ? { authorization: parts.authorization } : {}),
        },
      });
      asked.on('error', reject);
      asked.on('response', (answer) => {
        let read = 0;
        answer.on('data', (piece: Buffer) => {
          read += piece.length;
          if (read > mostAnswerBytes) answer.destroy();
        });
        answer.on('error', reject);
        answer.on('close', () => {
          const seconds = Number(answer.headers['retry-after'] ?? 0);
          const retryAfterMs = seconds > 0 ? Math.min(seconds * 1000, longestRetryAfterMs) : 0;
          resolve({ status: answer.statusCode ?? 0, retryAfterMs });
        });
      });
      asked.end(isGet ? undefined : bytes);
    });
  };

  const later = (reason: string, one: Waiting, retryAfterMs: number) => {
    failures += 1;
    retryMs = Math.max(nextAttemptMs(clock.now(), failures), clock.now() + retryAfterMs);
    parts.failed(one, reason);
  };

  /** Sends the oldest; returns whether the next may follow at once. */
  const sendOldest = async (queue: WaitingQueue, one: Waiting): Promise<boolean> => {
    try {
      const { status, retryAfterMs } = await send(one.bytes);
      if (status >= 200 && status < 300) {
        failures = 0;
        queue.shift();
        parts.sent(one);
        return true;
      }
      if (status >= 500 || passing.has(status)) {
        later(`answered-${status}`, one, retryAfterMs);
        return false;
      }
      queue.shift();
      parts.dropped(one, `refused-${status}`);
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) later(reasonOf(error), one, 0);
      return false;
    }
  };

  const lanes = Array.from({ length: laneCount }, () => {
    const queue = createWaitingQueue({
      memory: parts.memory,
      mostBytes: parts.mostBytes / laneCount,
      dropped: parts.dropped,
    });
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      for (let one = queue.peek(); one && clock.now() >= retryMs; one = queue.peek()) {
        queue.underWay = 1;
        const isTaken = await sendOldest(queue, one);
        queue.underWay = 0;
        if (!isTaken) break;
      }
      isRunning = false;
    };
    return { queue, run };
  });

  return {
    push(deviceId, one) {
      const lane = lanes[deviceId % laneCount];
      lane?.queue.push(one);
      void lane?.run();
    },
    check(nowMs, expireBeforeMs) {
      for (const { queue, run } of lanes) {
        queue.expire(expireBeforeMs);
        if (queue.length > 0 && nowMs >= retryMs) void run();
      }
    },
    destroy(reason) {
      stopping.abort();
      agent.destroy();
      for (const { queue } of lanes) queue.dropAll(reason);
    },
  };
}

/** Statuses that say "later" rather than "no". */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

const withQuery = ({ pathname, search }: URL, query: string) =>
  `${pathname}${search}${search ? '&' : '?'}${query}`;

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  'private-address': 'private-address',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no-connection';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no-answer';
  return reasons['code' in error ? String(error.code) : ''] ?? 'no-connection';
}
