import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { transformWithOxc } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { shellOf } from './service-worker.ts';

test('[APP-01] a release is its page and every file it may load, by addresses that name their content', () => {
  const built = [
    'index.html',
    'assets/start-a1.js',
    'assets/start-a1.js.map',
    'assets/inter-b2.woff2',
    'sw.js',
  ];
  expect(shellOf(built, '/first-paint.js?v=c3')).toEqual([
    ...['/', '/first-paint.js?v=c3', '/favicon.svg', '/assets/inter-b2.woff2', '/assets/start-a1.js'],
  ]);
});

let code = '';
beforeAll(async () => {
  const source = new URL('../src/service-worker.ts', import.meta.url);
  ({ code } = await transformWithOxc(await readFile(source, 'utf8'), 'service-worker.ts'));
});

const origin = 'https://app.example';

/** What a browser keeps for an origin: caches by their name, in the order of their making. */
function browserStorage() {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;
  const cacheOf = (store: Map<string, Response>, ask: (url: string) => Promise<Response>) => ({
    async addAll(urls: readonly string[]) {
      const answers = await Promise.all(urls.map((url) => ask(urlOf(url))));
      if (answers.some(({ ok }) => !ok)) throw new TypeError('a file did not come');
      for (const [index, url] of urls.entries()) store.set(urlOf(url), answers[index] as Response);
    },
    match: async (request: string | Request) => store.get(urlOf(request))?.clone(),
    put: async (request: string | Request, answer: Response) => void store.set(urlOf(request), answer),
    delete: async (request: string | Request) => store.delete(urlOf(request)),
    keys: async () => [...store.keys()],
  });
  return { stores, cacheOf };
}

type Handler = (event: object) => void;

/** A worker of one release over what the browser keeps; `network` is the server, and rejects while there is none. */
function workerOf(
  version: string,
  files: readonly string[],
  storage: ReturnType<typeof browserStorage>,
  network: (url: string) => Promise<Response>,
) {
  const handlers = new Map<string, Handler>();
  const fetch = (request: string | Request) => network(typeof request === 'string' ? request : request.url);
  const caches = {
    async open(name: string) {
      const store = storage.stores.get(name) ?? new Map<string, Response>();
      storage.stores.set(name, store);
      return storage.cacheOf(store, network);
    },
    keys: async () => [...storage.stores.keys()],
    has: async (name: string) => storage.stores.has(name),
    delete: async (name: string) => storage.stores.delete(name),
  };
  const registration = { getNotifications: async () => [], pushManager: undefined };
  const self = {
    location: new URL(origin),
    clients: { claim: async () => undefined },
    registration,
    addEventListener: (kind: string, act: Handler) => void handlers.set(kind, act),
  };
  const globals = {
    self,
    caches,
    fetch,
    URL,
    Headers,
    Response,
    TextEncoder,
    Uint8Array,
    Promise,
    setTimeout,
    crypto,
  };
  const shell = `const __SHELL__ = ${JSON.stringify({ version, files })};\n`;
  runInContext(shell + code, createContext({ ...globals }));
  const run = async (kind: string, event: object = {}) => {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    handlers.get(kind)?.({
      ...event,
      waitUntil: (one: Promise<unknown>) => void work.push(one),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    const response = await answer;
    await Promise.all(work);
    return response;
  };
  return {
    run,
    /** What a page gets for an address. */
    async get(path: string, { mode = 'cors', token }: { mode?: string; token?: string } = {}) {
      const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
      const request = { url: origin + path, method: 'GET', mode, headers };
      const answer = await run('fetch', { request });
      // what the worker leaves alone goes to the network
      return (answer ?? (await network(origin + path))).text();
    },
  };
}

const release = (name: string) => ({ files: ['/', `/assets/a-${name}.js`, `/assets/b-${name}.js`] });
/** A server of one release: its page, and its files alone. */
const serverOf = (name: string, missing?: string) => async (url: string) => {
  const path = url.replace(origin, '');
  if (path === missing) return new Response('', { status: 500 });
  if (path === '/' || path === '/client') return new Response(`page ${name}`);
  return path.includes(`-${name}.`) ? new Response(path) : new Response('', { status: 404 });
};
const nobody = async (): Promise<Response> => {
  throw new TypeError('no network');
};

test('[APP-01] a release of which one file does not come is no release: the one before stays, whole', async () => {
  const storage = browserStorage();
  let network = serverOf('one');
  const ask = (url: string) => network(url);
  const one = workerOf('one', release('one').files, storage, ask);
  await one.run('install');
  await one.run('activate');
  network = serverOf('two', '/assets/b-two.js');
  const two = workerOf('two', release('two').files, storage, ask);
  await expect(two.run('install')).rejects.toThrow();
  network = nobody;
  expect(await one.get('/client', { mode: 'navigate' })).toBe('page one');
  for (const file of release('one').files.slice(1)) expect(await one.get(file)).toBe(file);
});

test('[APP-01] a page of the next release gets the next release’s files, and the worker of before gives it none of its own', async () => {
  const storage = browserStorage();
  let network = serverOf('one');
  const ask = (url: string) => network(url);
  const one = workerOf('one', release('one').files, storage, ask);
  await one.run('install');
  network = serverOf('two');
  expect(await one.get('/client', { mode: 'navigate' })).toBe('page two');
  expect(await one.get('/assets/a-two.js')).toBe('/assets/a-two.js');
  const two = workerOf('two', release('two').files, storage, ask);
  await two.run('install');
  // both are whole until the pages of the first are closed
  expect([...storage.stores.keys()]).toEqual(['shell-one', 'shell-two']);
  await two.run('activate');
  expect([...storage.stores.keys()]).toEqual(['shell-two']);
  network = nobody;
  expect(await two.get('/', { mode: 'navigate' })).toBe('page two');
});

test('[APP-01] a proxy whose server is away gives no page; a refusal of the server itself is shown', async () => {
  const storage = browserStorage();
  let network: (url: string) => Promise<Response> = serverOf('one');
  const one = workerOf('one', release('one').files, storage, (url) => network(url));
  await one.run('install');
  network = async () => new Response('bad gateway', { status: 502 });
  expect(await one.get('/client', { mode: 'navigate' })).toBe('page one');
  network = async () => new Response('gone', { status: 410 });
  expect(await one.get('/client', { mode: 'navigate' })).toBe('gone');
});

test('[APP-01] what a person saw is answered to his own session alone, and goes with his sign-out and with a refusal', async () => {
  const storage = browserStorage();
  let network: (url: string) => Promise<Response> = async () => new Response('mine');
  const worker = workerOf('one', release('one').files, storage, (url) => network(url));
  const fleet = (token: string) => worker.get('/api/live/snapshot', { token });
  expect(await fleet('own')).toBe('mine');
  network = nobody;
  expect(await fleet('own')).toBe('mine');
  await expect(fleet('other')).rejects.toThrow('no network');
  // nothing else of the API is kept
  await expect(worker.get('/api/users', { token: 'own' })).rejects.toThrow('no network');
  await worker.run('message', { data: 'signed-out' });
  await expect(fleet('own')).rejects.toThrow('no network');

  network = async () => new Response('mine');
  await fleet('own');
  network = async () => new Response('over', { status: 401 });
  expect(await fleet('own')).toBe('over');
  network = nobody;
  await expect(fleet('own')).rejects.toThrow('no network');
});
