import type { App } from '../../platform/http/app-type.ts';

/** A request of a phone or tracker over HTTP (`osmand`), as ingest takes it. */
export interface OsmandRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly remoteAddress: string;
}

export type HandleOsmand = (
  request: OsmandRequest,
) => Promise<{ readonly status: number; readonly body: string }>;

const bodyLimitBytes = 64 * 1024;

/** `/osmand` on the web port. It answers trackers, so none of the API's conventions apply to its body. */
export async function osmandRoute(app: App, handleOsmand: HandleOsmand): Promise<void> {
  await app.register(async (trackers) => {
    trackers.removeAllContentTypeParsers();
    trackers.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    trackers.route({
      method: ['GET', 'POST'],
      url: '/osmand',
      bodyLimit: bodyLimitBytes,
      handler: async (request, reply) => {
        const { status, body } = await handleOsmand({
          method: request.method,
          url: request.url,
          contentType: request.headers['content-type'],
          body: typeof request.body === 'string' ? request.body : '',
          remoteAddress: request.ip,
        });
        return reply.code(status).type('text/plain; charset=utf-8').send(body);
      },
    });
  });
}
