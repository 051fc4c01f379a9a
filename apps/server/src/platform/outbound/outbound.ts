/** The one way an HTTP call leaves the server: with a time-out, a bound on the answer, a circuit breaker and a count. */
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { OutboundMetrics } from './outbound-metrics.ts';

export interface OutboundSettings {
  /** As metrics and error texts name it: `sms`, `geocoder`. */
  readonly service: string;
  readonly metrics: OutboundMetrics;
  /** From the first byte out to the last byte in. */
  readonly timeoutMs?: number;
  readonly mostAnswerBytes?: number;
}

export interface OutboundCall {
  readonly url: string | URL;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Ends the call when its asker gives up. */
  readonly signal?: AbortSignal;
  /**
   * True where asking twice does no harm (a look-up): up to two more attempts, after 0.25 to 2 s with jitter. Anything
   * else is asked once.
   */
  readonly isRepeatable?: boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Resolves with an answer of 2xx. Throws a `DeliveryFailed` for any other status (lasting: 4xx but 408, 425 and 429),
 * for no answer in time, an answer too long, a redirection, and while the service rests; and the signal's reason when
 * the asker gave up.
 */
export type Outbound = (call: OutboundCall) => Promise<OutboundAnswer>;

export function createOutbound(settings: OutboundSettings): Outbound {
  const { service, metrics, timeoutMs = 10_000, mostAnswerBytes = 1024 * 1024 } = settings;
  const breaker = createCircuitBreaker(service, metrics);
  const repeated = retry(
    handleWhen((error) => error instanceof DeliveryFailed && !error.isLasting && !error.retryAfterMs),
    { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 250, maxDelay: 2_000 }) },
  );

  async function attempt({
    url,
    method = 'GET',
    headers,
    body,
    signal,
  }: OutboundCall): Promise<OutboundAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
    try {
      const answer = await fetch(url, {
        method,
        redirect: 'error',
        signal: ends,
        ...(headers ? { headers } : {}),
        ...(body === undefined ? {} : { body }),
      });
      const text = await boundedText(answer, mostAnswerBytes);
      if (!answer.ok) throw refusedBy(service, answer, text);
      return { status: answer.status, headers: answer.headers, text };
    } catch (error) {
      if (error instanceof DeliveryFailed) throw error;
      signal?.throwIfAborted();
      if (timeout.aborted) {
        throw new DeliveryFailed(`${service} did not answer within ${timeoutMs} ms`, {
          certainlyNotSent: false,
          cause: error,
        });
      }
      throw unreached(service, error);
    }
  }

  return async (call) => {
    const once = () => breaker(() => attempt(call));
    return call.isRepeatable ? repeated.execute(once, call.signal) : once();
  };
}

/** Answers that say "later" rather than "no". */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

function refusedBy(service: string, answer: Response, text: string): DeliveryFailed {
  const { status } = answer;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new DeliveryFailed(`${service} answered ${status}`, {
    // a gateway's 502 or 504 may come although the service did take it
    certainlyNotSent: status < 500 || status === 503,
    isLasting: status < 500 && !passing.has(status),
    status,
    answer: text,
    retryAfterMs: seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined,
  });
}

/** Failures of the connection before a byte of the request was sent (Node's system codes). */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const connectTimeout = 'UND_ERR_CONNECT_TIMEOUT';

function unreached(service: string, error: unknown): DeliveryFailed {
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
  return new DeliveryFailed(`${service} could not be reached${code ? ` (${code})` : ''}`, {
    certainlyNotSent: code !== undefined && (neverConnected.has(code) || code === connectTimeout),
    cause: error,
  });
}

function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : undefined;
}

/** The body of an answer as UTF-8 text; one longer than the bound is given up, and its connection with it. */
async function boundedText(answer: Response, mostBytes: number): Promise<string> {
  if (!answer.body) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // leaving the loop by a throw cancels the body
  for await (const piece of answer.body) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) {
      throw new DeliveryFailed(`the answer is longer than ${mostBytes} bytes`, {
        certainlyNotSent: false,
        isLasting: true,
        status: answer.status,
      });
    }
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
