import type { Session } from '@atalaia/contract/accounts/session';

/** The product's own HTTP API, as one user uses it. */
export interface ApiClient {
  readonly token: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
}

/** An answer that is not a success, with the server's own words. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(method: string, path: string, status: number, body: string) {
    super(`${method} ${path} answered ${status}: ${body.slice(0, 300)}`);
    this.status = status;
  }
}

function createRequest(baseUrl: string, headers: Readonly<Record<string, string>>) {
  return async <T>(method: string, path: string, body?: { type: string; text: string }): Promise<T> => {
    const answer = await fetch(`${baseUrl}/api/${path}`, {
      method,
      headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.text }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new ApiRefusal(method, path, answer.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

/** Signs in by form, as every client of the field does, and carries the token from then on. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<ApiClient> {
  const form = new URLSearchParams({ email, password }).toString();
  const session = await createRequest(baseUrl, {})<Session>('POST', 'session', {
    type: 'application/x-www-form-urlencoded',
    text: form,
  });
  const request = createRequest(baseUrl, { authorization: `Bearer ${session.token}` });
  const json = (body: unknown) => ({ type: 'application/json', text: JSON.stringify(body) });
  return {
    token: session.token ?? '',
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, json(body)),
    put: (path, body) => request('PUT', path, json(body)),
  };
}
