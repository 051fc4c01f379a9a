/** Our API, as a program uses it: what it refuses is an answer, what fails is thrown. */
import { SourceRefused } from '../source/source.ts';

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The fields that were refused, as `attributes.language`. */
  readonly fields: readonly string[];
}

export type Answer = { readonly body: Record<string, unknown> } | { readonly refusal: Refusal };

export interface Api {
  /** `key` makes the request safe to send again: what was done is answered again. */
  send(method: 'POST' | 'DELETE', path: string, body: unknown, key?: string): Promise<Answer>;
}

const triesOfBusy = 20;

export function connectApi(server: string, token: string): Api {
  async function ask(method: string, path: string, body: unknown, key?: string): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(new URL(`/api/${path}`, server), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw new SourceRefused(
          `the server ${server} does not answer (${messageOf(error)}): what came so far stays`,
        );
      });
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || tries === triesOfBusy) return response;
      // an account has 50,000 keys a day: the rest comes without, and is safe but for a kill in the very moment
      if ((await response.text()).includes('too-many-keys')) return ask(method, path, body);
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 30) * 1000));
    }
  }
  return {
    async send(method, path, body, key) {
      const response = await ask(method, path, body, key);
      const answer = await response.text();
      if (response.ok) return { body: answer === '' ? {} : JSON.parse(answer) };
      if (response.status === 401)
        throw new SourceRefused('the token is not accepted: make one in Conta › Chaves de API');
      if (response.status >= 500)
        throw new SourceRefused(`the server failed at ${path}: ${answer.slice(0, 200)}`);
      return { refusal: refusalOf(response.status, answer) };
    },
  };
}

function refusalOf(status: number, answer: string): Refusal {
  try {
    const { message, details } = JSON.parse(answer);
    const fields: { path: string; message: string }[] = details?.fields ?? [];
    const words = fields.map((field) => `${field.path} ${field.message}`).join('; ');
    return { status, message: words || String(message), fields: fields.map(({ path }) => path) };
  } catch {
    return { status, message: answer.slice(0, 200), fields: [] };
  }
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
