import { totalCountHeader } from '@atalaia/contract/values/sorting';
import cors from '@fastify/cors';
import type { App } from './app-type.ts';

/** Other sites whose pages may call the API (`CORS_ORIGINS`), as browsers name them; `*`: any, but never with a cookie. */
export type AllowedOrigins = readonly string[] | '*';

declare module 'fastify' {
  interface FastifyInstance {
    /** Other sites that count as our own where a cookie is used. */
    trustedOrigins: ReadonlySet<string>;
  }
}

/** Lets pages of other sites read answers. Without a site in the list nothing is said of origins, and none may. */
export async function allowOrigins(app: App, allowed: AllowedOrigins): Promise<void> {
  const isAny = allowed === '*';
  app.decorate('trustedOrigins', new Set(isAny ? [] : allowed));
  if (allowed.length === 0) return;
  await app.register(cors, {
    origin: isAny ? '*' : [...allowed],
    credentials: !isAny,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['etag', 'location', 'retry-after', 'content-disposition', totalCountHeader],
    maxAge: 600,
    // `optionsRoute` answers, with the methods of the address
    preflightContinue: true,
    strictPreflight: false,
  });
}
