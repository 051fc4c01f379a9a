/** Every call to the server goes through here: token, time-out, contract, and one kind of error. */
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { failureOf, hiddenFailureOf } from './read-failure.ts';

/** How long a call may take before it counts as no answer, ms. */
export const requestTimeoutMs = 30_000;

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API's root, without a leading slash: `devices/7`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, as the media type it bears. */
  readonly file?: Blob;
  /** Sent as multipart/form-data. */
  readonly parts?: FormData;
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, string>>;
  /** The revision a change is meant for; of an outdated one the server says so. */
  readonly ifMatch?: string | undefined;
  /** Sends no token, and its 401 is an answer and not the end of a session. */
  readonly anonymous?: boolean;
  /** What the answer may be, where it is no JSON. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** It is sent to its end even when the page goes before it is answered. */
  readonly outlivesPage?: boolean;
}

/** A body with what its headers say of it. */
export interface ApiAnswer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

export interface ApiClient {
  /** The answer's JSON as the schema says it is. Throws ApiError. */
  json<Schema extends z.ZodType>(request: ApiRequest, schema: Schema): Promise<z.infer<Schema>>;
  /** The same with the answer's headers, as a total or a revision. */
  answer<Schema extends z.ZodType>(request: ApiRequest, schema: Schema): Promise<ApiAnswer<z.infer<Schema>>>;
  /** The answer's bytes as they came. Throws ApiError. */
  bytes(request: ApiRequest): Promise<ArrayBuffer>;
  /** The same while they come, piece by piece. Throws ApiError. */
  pieces(request: ApiRequest): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** For a call whose answer has no body. Throws ApiError. */
  send(request: ApiRequest): Promise<void>;
}

export interface ApiParts {
  /** With a trailing slash. */
  readonly root: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | null;
  /** A call with this token was answered 401. */
  readonly onRefused: (token: string) => void;
}

export function createApiClient({ root, fetch, token, onRefused }: ApiParts): ApiClient {
  async function call(request: ApiRequest): Promise<Response> {
    const sent = request.anonymous ? null : token();
    const response = await answerOf(request, sent);
    if (response.status >= 200 && response.status < 400) return response;
    if (response.status === 401 && sent !== null) onRefused(sent);
    throw failureOf(response.status, await response.json().catch(() => undefined));
  }

  async function answerOf(request: ApiRequest, sent: string | null): Promise<Response> {
    const limit = AbortSignal.timeout(request.timeoutMs ?? requestTimeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
    try {
      return await fetch(root + request.path + queryText(request.query), {
        method: request.method ?? 'GET',
        headers: headersOf(request, sent),
        signal,
        keepalive: request.outlivesPage ?? false,
        ...bodyOf(request),
      });
    } catch (cause) {
      // A caller who changed his mind gets his own reason back, as `fetch` gives it.
      if (request.signal?.aborted) throw cause;
      throw new ApiError('connection', 0, undefined, cause);
    }
  }

  async function answer<Schema extends z.ZodType>(request: ApiRequest, schema: Schema) {
    const response = await call(request);
    const body: unknown = await read(response, () => response.json());
    const hidden = hiddenFailureOf(response.status, body);
    if (hidden) throw hidden;
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ApiError('unreadable', response.status, undefined, parsed.error);
    return { body: parsed.data, headers: response.headers };
  }

  return {
    json: async (request, schema) => (await answer(request, schema)).body,
    answer,
    async bytes(request) {
      const response = await call(request);
      return read(response, () => response.arrayBuffer());
    },
    async *pieces(request) {
      const { body, status } = await call(request);
      if (body) yield* piecesOf(body, status, request.signal);
    },
    async send(request) {
      await call(request);
    },
  };
}

/** A body that breaks off is a lost connection; one that is no JSON is unreadable. */
async function read<T>(response: Response, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (cause) {
    const code = cause instanceof SyntaxError ? 'unreadable' : 'connection';
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

function headersOf(request: ApiRequest, sent: string | null): Headers {
  const headers = new Headers({ accept: request.accept ?? 'application/json' });
  if (sent !== null) headers.set('authorization', `Bearer ${sent}`);
  if (request.ifMatch !== undefined) headers.set('if-match', request.ifMatch);
  if (request.json !== undefined) headers.set('content-type', 'application/json');
  return headers;
}

function bodyOf({ json, form, file, parts }: ApiRequest): { body?: BodyInit } {
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
