/** What hooks of lists and forms need above them, with a network that the test answers for. */
import { en } from '@atalaia/phrases/en';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { createApiClient } from '../api/api-client.ts';
import { ApiContext } from '../api/api-context.ts';
import { createQueries } from '../api/create-queries.ts';
import { SessionContext } from '../session/session-context.ts';
import { createSessionStore } from '../session/session-store.ts';
import { createTexts } from '../texts/texts.ts';
import { TextsContext } from '../texts/texts-context.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal | null | undefined;
}

/** `answer` is the server; a rejected promise is a network that is away. */
export async function webAround(answer: (request: SentRequest) => Promise<Response>) {
  const texts = await createTexts({
    language: 'en',
    load: async () => en,
    loadMap: async () => ({}),
    loadManagement: async () => ({}),
    apply: () => undefined,
    keep: () => undefined,
  });
  const session = createSessionStore(
    { read: () => null, write: () => undefined, clear: () => undefined, storage: () => undefined },
    undefined,
  );
  const api = createApiClient({
    root: 'http://server/api/',
    token: () => null,
    onRefused: () => undefined,
    isOnline: () => true,
    async fetch(input, init) {
      const aborted = new Promise<never>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
      const sent = {
        method: init?.method ?? 'GET',
        url: new URL(String(input)),
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
        signal: init?.signal,
      };
      return Promise.race([answer(sent), aborted]);
    },
  });
  let leftUnanswered = 0;
  const queries = createQueries(() => leftUnanswered++);
  const around = (inner: ReactNode) =>
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(
        ApiContext,
        { value: api },
        createElement(
          SessionContext,
          { value: session },
          createElement(TextsContext, { value: texts }, inner),
        ),
      ),
    );
  return { around, session, queries, leftUnanswered: () => leftUnanswered };
}
