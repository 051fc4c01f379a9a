import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { App } from './app-type.ts';

/** What an `Accept` header requests, by RFC 9110: media types with their weight; the more exact name counts. */

interface AcceptedType {
  readonly type: string;
  readonly weight: number;
}

function readAccept(header: string): readonly AcceptedType[] {
  return header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (type === '') return [];
    const given = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const weight = given === undefined ? 1 : Number(given);
    return [{ type, weight: Number.isFinite(weight) ? weight : 0 }];
  });
}

/** What the most exact name that fits says of it; `exactness` is lower the less exact that name is. */
function fitOf(type: string, accepted: readonly AcceptedType[]) {
  const names = ['*/*', `${type.split('/', 1)[0]}/*`, type];
  for (let exactness = names.length - 1; exactness >= 0; exactness -= 1) {
    const found = accepted.find((one) => one.type === names[exactness]);
    if (found) return { weight: found.weight, exactness };
  }
  return { weight: 0, exactness: 0 };
}

/**
 * Which of these types is preferred: of equal weights the one that is named more exactly, then the first; undefined when
 * none is. Without a header the first is.
 */
export function negotiatedType<Type extends string>(
  header: string | undefined,
  types: readonly Type[],
): Type | undefined {
  const accepted = readAccept(header ?? '');
  if (accepted.length === 0) return types[0];
  let best: { readonly type: Type; readonly weight: number; readonly exactness: number } | undefined;
  for (const type of types) {
    const { weight, exactness } = fitOf(type, accepted);
    const isBetter = !best || weight > best.weight || (weight === best.weight && exactness > best.exactness);
    if (weight > 0 && isBetter) best = { type, weight, exactness };
  }
  return best?.type;
}

const json = 'application/json';

/** 406 for anybody who takes none of what a route of the API answers with. Text is a form of refusals, and no more. */
export function refuseUnacceptable(app: App): void {
  app.addHook('preValidation', async ({ headers, routeOptions, method }) => {
    const { url = '', config } = routeOptions;
    if (!url.startsWith('/api/') || config.access === undefined || method === 'OPTIONS') return;
    const types = [json, 'text/plain', ...(config.answerTypes ?? [])];
    if (negotiatedType(headers.accept, types) !== undefined) return;
    throw new AppError('not-acceptable', `this is answered with ${types.join(', ')} alone`);
  });
}

/** Whether an answer may be made as gzip. False leaves it to `compressAnswers`, which also weighs one form against another. */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (
    headers['x-no-compression'] === undefined &&
    /(?:^|,)\s*gzip\s*(?:,|$)/i.test(String(headers['accept-encoding'] ?? ''))
  );
}
