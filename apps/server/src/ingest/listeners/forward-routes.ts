import { forwardedOsmandSchema, forwardedPositionSchema } from '@atalaia/contract/devices/mirror';
import formbody from '@fastify/formbody';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { App, Request } from '../../platform/http/app-type.ts';
import { callerOf, refuseLure } from '../../platform/http/authentication.ts';
import { refuseForeignSite } from '../../platform/http/origins.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { ForwardedRequest, HandleForwarded } from '../connection/osmand-request.ts';

const route = routeOptions('forward');

/**
 * Another server forwards positions here, of the devices that the key sees (OUT-06). 2xx means that they are committed; 404
 * that the identifier is no device, which is then listed among the unknown trackers, or is not the key's.
 */
export async function forwardRoutes(
  app: App,
  handleForwarded: HandleForwarded,
  visibility: Pick<Visibility, 'isDeviceVisible'>,
): Promise<void> {
  const take = async (request: Request, sent: Pick<ForwardedRequest, 'body' | 'forwarded'>) => {
    const caller = callerOf(request);
    const outcome = await handleForwarded(
      {
        method: request.method,
        // a token in the address is nobody's business but this server's
        url: request.url.replace(/([?&])token=[^&]*&?/, '$1'),
        contentType: undefined,
        remoteAddress: request.ip,
        ...sent,
      },
      async (deviceIds) => {
        const seen = await Promise.all(deviceIds.map((id) => visibility.isDeviceVisible(caller, id)));
        return seen.every(Boolean);
      },
    );
    if (outcome === 'stored') return;
    if (outcome === 'refused') throw notFound('device', 'with this identifier');
    if (outcome === 'not-stored') throw new AppError('not-ready', 'not stored: send it again');
    throw new AppError('invalid-input', outcome.message);
  };
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  const access = { access: 'device-writer', scope: 'write', tokenInQuery: true, refusals: [503] } as const;

  app.post(
    '/forward/positions',
    route(access, 'Takes a position that another server forwards, as `{ position, device }`', {
      body: forwardedPositionSchema,
      answer: null,
    }),
    (request) => take(request, { body: JSON.stringify(request.body), forwarded: request.body }),
  );
  app.get(
    '/forward/osmand',
    route(access, 'Takes a position that another server forwards, as the parameters of OsmAnd', {
      querystring: forwardedOsmandSchema,
      answer: null,
    }),
    (request) => {
      // it stores, though it is asked by GET: no link of another site does that in the name of who is signed in
      if (callerOf(request).via === 'cookie') refuseForeignSite(request);
      refuseLure(request);
      return take(request, { body: '' });
    },
  );
  app.post(
    '/forward/osmand',
    route({ ...access, takesForm: true }, 'Takes the same as a form', {
      querystring: forwardedOsmandSchema,
      body: forwardedOsmandSchema,
      answer: null,
    }),
    (request) => take(request, { body: formOf(request.body) }),
  );
}

/** A form that was read, as it was sent. */
function formOf(body: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as [string, string]),
  );
  return new URLSearchParams(pairs).toString();
}
