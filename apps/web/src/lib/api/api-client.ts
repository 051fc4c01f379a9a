/** Every call to the server goes through here: token, time-out, contract, and one kind of error. */
import { errorBodySchema, errorStatus } from '@atalaia/contract/errors';
import type { z } from 'zod';
import { ApiError, type ApiErrorCode } from './api-error.ts';

/** How long a call may take before it counts as no answer, ms. */
export const requestTimeoutMs = 30_000;

/** Of `service-worker.ts`. */
const keptHeader = 'x-kept-at';

/** What is requested, and changes nothing. */
export interface ApiRequest {
  /** Below the API's root, without a leading slash: `devices/7`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>;
  /** Of a question that no address holds: it is posted with this. */
  readonly posted?: ApiBody;
  /** Sends no token, and its 401 is an answer and not the end of a session. */
  readonly anonymous?: boolean;
  /** What the answer may be, where it is no JSON. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

export interface ApiBody {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, as the media type it has. */
  readonly file?: Blob;
  /** Sent as multipart/form-data. */
  readonly parts?: FormData;
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, string>>;
}

/** What is to be changed. */
export interface ApiChange extends Omit<ApiRequest, 'posted'>, ApiBody {
  /** A `GET` that does something all the same says so here. */
  readonly method: 'POST' | 'PUT' | 'DELETE' | 'GET';
  /** The revision a change is meant for; of an outdated one the server says so. */
  readonly ifMatch?: string | undefined;
  /** It is sent to its end even when the page goes before it is answered. */
  readonly outlivesPage?: boolean;
}

/** A body with what its headers say of it. */
export interface ApiAnswer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

interface Calls<Request> {
  /** The answer's JSON as the schema says it is. Throws ApiError. */
  json<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.infer<Schema>>;
  /** The same with the answer's headers, as a total or a revision. */
  answer<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<ApiAnswer<z.infer<Schema>>>;
  /** The answer's bytes as they came. Throws ApiError. */
  bytes(request: Request): Promise<ArrayBuffer>;
  /** For a call whose answer has no body. Throws ApiError. */
  send(request: Request): Promise<void>;
}

/** Asks the server, and changes nothing: what changes something needs a writer. */
export interface ApiClient extends Calls<ApiRequest> {
  /** The answer's bytes while they come, piece by piece. Throws ApiError. */
  pieces(request: ApiRequest): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  writer(attempt?: WriteAttempt): ApiWriter;
}

/** One attempt to change something, which may take several calls. */
export interface WriteAttempt {
  /** Ends its calls. */
  readonly signal?: AbortSignal;
  /** A change of it leaves now. */
  readonly onLeaving?: () => void;
  /** Of a change that is tried again it is the same, and what the server did already it answers and does not do again. */
  readonly keyOf?: (change: ApiChange) => string | undefined;
}

/** Also makes changes. Components get theirs from `useWrite`. */
export interface ApiWriter extends Omit<ApiClient, keyof Calls<never>>, Calls<ApiRequest | ApiChange> {
  readonly attempt: WriteAttempt;
}

export interface ApiParts {
  /** With a trailing slash. */
  readonly root: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | null;
  /** A call with this token was answered 401. */
  readonly onRefused: (token: string) => void;
  /** The app's worker answered in the server's place, with what the server answered then (ms since 1970). */
  readonly onKept?: (path: string, keptMs: number) => void;
  /** Whether the browser has a network; it may be wrong, so that a call is tried all the same. */
  readonly isOnline: () => boolean;
}

export function createApiClient({ root, fetch, token, onRefused, onKept, isOnline }: ApiParts): ApiClient {
  async function call(request: ApiRequest | ApiChange, attempt: WriteAttempt = {}): Promise<Response> {
    const sent = request.anonymous ? null : token();
    const response = await answerOf(request, sent, attempt);
    const kept = response.headers.get(keptHeader);
    if (kept !== null) onKept?.(request.path, Number(kept));
    if (response.status >= 200 && response.status < 400) return response;
    if (response.status === 401 && sent !== null) onRefused(sent);
    const body: unknown = await response.json().catch(() => undefined);
    throw failureOf(response.status, body, isChange(request));
  }

  async function answerOf(
    request: ApiRequest | ApiChange,
    sent: string | null,
    attempt: WriteAttempt,
  ): Promise<Response> {
    const limit = AbortSignal.timeout(request.timeoutMs ?? requestTimeoutMs);
    const ends = [request.signal, attempt.signal].filter((signal) => signal !== undefined);
    const hadNetwork = isOnline();
    if (isChange(request)) attempt.onLeaving?.();
    try {
      return await fetch(root + request.path + queryText(request.query), {
        method: isChange(request) ? request.method : request.posted ? 'POST' : 'GET',
        headers: headersOf(request, sent, isChange(request) ? attempt.keyOf?.(request) : undefined),
        signal: AbortSignal.any([...ends, limit]),
        keepalive: isChange(request) && (request.outlivesPage ?? false),
        ...bodyOf(request),
      });
    } catch (cause) {
      // A caller who changed his mind gets his own reason back, as `fetch` gives it.
      if (ends.some(({ aborted }) => aborted)) throw cause;
      throw new ApiError(unheardCode(request, hadNetwork || limit.aborted), 0, undefined, cause);
    }
  }

  async function answer<Schema extends z.ZodType>(
    request: ApiRequest | ApiChange,
    schema: Schema,
    attempt?: WriteAttempt,
  ) {
    const response = await call(request, attempt);
    const body: unknown = await read(response, request, () => response.json());
    const hidden = hiddenFailureOf(response.status, body);
    if (hidden) throw hidden;
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ApiError('unreadable', response.status, undefined, parsed.error);
    return { body: parsed.data, headers: response.headers };
  }

  const calls = (attempt?: WriteAttempt): Calls<ApiRequest | ApiChange> => ({
    json: async (request, schema) => (await answer(request, schema, attempt)).body,
    answer: (request, schema) => answer(request, schema, attempt),
    async bytes(request) {
      const response = await call(request, attempt);
      return read(response, request, () => response.arrayBuffer());
    },
    async send(request) {
      await call(request, attempt);
    },
  });

  const client: ApiClient = {
    ...calls(),
    async *pieces(request) {
      const { body, status } = await call(request);
      if (body) yield* piecesOf(body, status, request.signal);
    },
    writer: (attempt = {}) => ({ ...client, ...calls(attempt), attempt }),
  };
  return client;
}

const isChange = (request: ApiRequest | ApiChange): request is ApiChange => 'method' in request;

/** What no answer means: whether a change was made is known only where it cannot have left. */
function unheardCode(request: ApiRequest | ApiChange, hadNetwork: boolean): ApiErrorCode {
  if (isChange(request)) return hadNetwork ? 'unanswered' : 'not-sent';
  return hadNetwork ? 'connection' : 'offline';
}

/** A body that breaks off is a lost connection; one that is no JSON is unreadable. */
async function read<T>(
  response: Response,
  request: ApiRequest | ApiChange,
  body: () => Promise<T>,
): Promise<T> {
  try {
    return await body();
  } catch (cause) {
    const code = cause instanceof SyntaxError ? 'unreadable' : unheardCode(request, true);
    throw new ApiError(code, response.status, undefined, cause);
  }
}

async function* piecesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  status: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let isOver = false;
  try {
    while (!isOver) {
      const { done, value } = await reader.read();
      if (value) yield value;
      isOver = done;
    }
  } catch (cause) {
    isOver = true;
    if (signal?.aborted) throw cause;
    throw new ApiError('connection', status, undefined, cause);
  } finally {
    // Who reads no further leaves nothing under way.
    if (!isOver) await reader.cancel();
  }
}

function headersOf(request: ApiRequest | ApiChange, sent: string | null, key: string | undefined): Headers {
  const headers = new Headers({ accept: request.accept ?? 'application/json' });
  if (sent !== null) headers.set('authorization', `Bearer ${sent}`);
  if (key !== undefined) headers.set('idempotency-key', key);
  if (isChange(request) && request.ifMatch !== undefined) headers.set('if-match', request.ifMatch);
  if (bodyIn(request)?.json !== undefined) headers.set('content-type', 'application/json');
  return headers;
}

const bodyIn = (request: ApiRequest | ApiChange): ApiBody | undefined =>
  isChange(request) ? request : request.posted;

function bodyOf(request: ApiRequest | ApiChange): { body?: BodyInit } {
  const { json, form, file, parts } = bodyIn(request) ?? {};
  if (parts) return { body: parts };
  if (file) return { body: file };
  if (form) return { body: new URLSearchParams(form) };
  return json === undefined ? {} : { body: JSON.stringify(json) };
}

function queryText(query: ApiRequest['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Codes for an answer whose body is not the contract's: a proxy's page, or an empty body. */
const codeByStatus: ReadonlyMap<number, ApiErrorCode> = new Map([
  [400, 'invalid-input'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [413, 'body-too-large'],
  [429, 'too-many-requests'],
  [503, 'not-ready'],
]);

/** What an answer outside 200–399 says. A body that is not the contract's counts by its status alone. */
function failureOf(status: number, body: unknown, isChange: boolean): ApiError {
  const read = errorBodySchema.safeParse(body);
  if (read.success) return new ApiError(read.data.code, status, read.data);
  // a proxy that received no answer does not know either what became of a change
  if (isChange && (status === 502 || status === 504)) return new ApiError('unanswered', status);
  return new ApiError(codeByStatus.get(status) ?? 'internal-error', status);
}

/** A body with `errorcode` is a failure even with a status of success (ERR-02). */
function hiddenFailureOf(status: number, body: unknown): ApiError | undefined {
  if (typeof body !== 'object' || body === null || !('errorcode' in body)) return undefined;
  const { errorcode } = body;
  const known = typeof errorcode === 'string' && Object.hasOwn(errorStatus, errorcode);
  return new ApiError(known ? (errorcode as ApiErrorCode) : 'internal-error', status);
}
