/**
 * The app's worker (APP-01): the page opens without a network, with what this person saw last, marked by when that was;
 * notifications come while no page is open. `build/service-worker.ts` makes `/sw.js` of this one file.
 *
 * A page is one release: index.html names files by their content, all of a release are stored before it counts
 * (`install`), and no page is given an index of one release from here while the worker of another waits.
 */

/** Put in by the build: the files of this release, and a digest of them. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] };

interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Extended {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: object): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  addEventListener(kind: 'install' | 'activate', act: (event: Extended) => void): void;
  addEventListener(kind: 'fetch', act: (event: FetchEvent) => void): void;
  addEventListener(kind: 'message', act: (event: Extended & { readonly data: unknown }) => void): void;
  addEventListener(
    kind: 'push',
    act: (event: Extended & { readonly data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    kind: 'notificationclick',
    act: (event: Extended & { readonly notification: Notification }) => void,
  ): void;
}

const scope = self as unknown as WorkerScope;
const shellPrefix = 'shell-';
/** What a person saw. The name goes on with a digest of his session: another session reads nothing of it. */
const keptPrefix = 'kept-';
const shellName = `${shellPrefix}${__SHELL__.version}`;

/** When an answer was kept, ms since 1970: on answers that stand in for one of the server. */
const keptHeader = 'x-kept-at';
/** A network that is there and does not answer is none, for a page that is here. */
const pagePatienceMs = 4_000;
const mostKept = 60;
const mostKeptBytes = 4_000_000;

/** What an offline start shows: who it is, the fleet as it was, its settings and brand, the vehicle that was open. */
const keptPaths =
  /^\/api\/(?:live\/snapshot|session|server|devices|positions|geofences|events\/open-alarms|company\/configurations\/[^/]+|maps)$/;

scope.addEventListener('install', (event) => {
  // all or nothing: with one file missing the release before stays
  event.waitUntil(caches.open(shellName).then((cache) => cache.addAll([...__SHELL__.files])));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shellName);
      await Promise.all(old.map((name) => caches.delete(name)));
      // the first page of all was opened without a worker
      if (old.length === 0) await scope.clients.claim();
    })(),
  );
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  const isApi = url.pathname.startsWith('/api/');
  if (isApi && keptPaths.test(url.pathname)) event.respondWith(newestOrKept(event, request));
  else if (isApi) return;
  else if (request.mode === 'navigate') event.respondWith(pageFor(request));
  else if (__SHELL__.files.includes(url.pathname + url.search)) event.respondWith(shellFile(request));
});

/** The server's page, which is the newest release; the one that is here where none comes. */
async function pageFor(request: Request): Promise<Response> {
  const shell = await caches.open(shellName);
  const here = await shell.match('/');
  if (!here) return fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, pagePatienceMs));
  const answer = await Promise.race([fetch(request).catch(() => undefined), late]);
  // a proxy whose server is away answers too
  return answer && answer.status < 500 ? answer : here.clone();
}

async function shellFile(request: Request): Promise<Response> {
  const shell = await caches.open(shellName);
  return (await shell.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function newestOrKept(event: FetchEvent, request: Request): Promise<Response> {
  const name = keptPrefix + (await digestOf(request.headers.get('authorization') ?? ''));
  try {
    const answer = await fetch(request);
    if (answer.status === 200) event.waitUntil(keep(name, request, answer.clone()));
    // who is refused is shown nothing of before either
    if (answer.status === 401) event.waitUntil(caches.delete(name));
    if (answer.status < 502 || answer.status > 504) return answer;
    return (await keptIn(name, request)) ?? answer;
  } catch (error) {
    const kept = await keptIn(name, request);
    if (kept) return kept;
    throw error;
  }
}

async function keep(name: string, request: Request, answer: Response): Promise<void> {
  const body = await answer.arrayBuffer();
  if (body.byteLength > mostKeptBytes) return;
  const headers = new Headers({ [keptHeader]: String(Date.now()) });
  for (const one of ['content-type', 'etag', 'x-total-count']) {
    const value = answer.headers.get(one);
    if (value !== null) headers.set(one, value);
  }
  const cache = await caches.open(name);
  // one that is written again is the newest
  await cache.delete(request.url);
  await cache.put(request.url, new Response(body, { status: 200, headers }));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - mostKept))) await cache.delete(old);
}

async function keptIn(name: string, request: Request): Promise<Response | undefined> {
  if (!(await caches.has(name))) return undefined;
  return (await caches.open(name)).match(request.url);
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest.slice(0, 12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

scope.addEventListener('message', (event) => {
  if (event.data === 'signed-out') event.waitUntil(forgetPerson());
});

/** Nothing of a person stays on a phone that he signed out of: no place, no notification, none to come. */
async function forgetPerson(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(keptPrefix));
  await Promise.all(kept.map((name) => caches.delete(name)));
  for (const shown of await scope.registration.getNotifications()) shown.close();
  await (await scope.registration.pushManager?.getSubscription())?.unsubscribe();
}

scope.addEventListener('push', (event) => {
  const said = textOf(event.data?.json());
  const { title, body, tag } = said;
  const shown = { body, tag, icon: '/app-icon/192.png', badge: '/app-icon/96.png', data: said };
  event.waitUntil(scope.registration.showNotification(title, shown));
});

/** As `pushTextSchema` has it; a browser must show something for every push, whatever it says. */
function textOf(said: unknown) {
  const known = (typeof said === 'object' && said !== null ? said : {}) as Record<string, unknown>;
  const text = (name: string, or: string) => (typeof known[name] === 'string' ? (known[name] as string) : or);
  const path = text('path', '/');
  return {
    title: text('title', 'Atalaia'),
    body: text('body', ''),
    tag: text('tag', 'notice'),
    // a page of ours, whatever was sent
    path: path.startsWith('/') && !path.startsWith('//') ? path : '/',
  };
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = textOf(event.notification.data);
  event.waitUntil(
    (async () => {
      const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (!open) return scope.clients.openWindow(path);
      await open.focus();
      if (path !== '/') await open.navigate(path);
    })(),
  );
});
