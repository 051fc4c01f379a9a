import type { App } from './app-type.ts';

/**
 * JSON bodies, an empty one being none: clients of the field name the type with requests that carry nothing. Keys that
 * would reach into an object's prototype are refused.
 */
export function parseJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}
