import { AppError } from '../../errors/app-error.ts';
import { negotiatedType } from './accepted-types.ts';
import type { App } from './app-type.ts';

const json = 'application/json';

/** 406 for who takes none of what a route of the API answers with. Text is a form of refusals, and no more. */
export function refuseUnacceptable(app: App): void {
  app.addHook('preValidation', async ({ headers, routeOptions, method }) => {
    const { url = '', config } = routeOptions;
    if (!url.startsWith('/api/') || config.access === undefined || method === 'OPTIONS') return;
    const types = [json, 'text/plain', ...(config.answerTypes ?? [])];
    if (negotiatedType(headers.accept, types) !== undefined) return;
    throw new AppError('not-acceptable', `this is answered with ${types.join(', ')} alone`);
  });
}
