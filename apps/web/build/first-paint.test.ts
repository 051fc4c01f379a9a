import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(new URL('../public/first-paint.js', import.meta.url), 'utf8');

const areas = ['admin', 'fleet', 'client', 'login', 'access', 'shared', 'call-out', 'police'];
const languages = ['pt-BR', 'en', 'pt-BR-map', 'en-map'];
const ahead = Object.fromEntries([...areas, ...languages].map((name) => [name, [`/${name}.js`]]));

/** What the page of an address requests ahead, in order. */
function requestedAt(pathname: string, token: string | null): string[] {
  const requested: string[] = [];
  const document = {
    documentElement: { dataset: {}, style: {} },
    getElementById: () => ({ textContent: JSON.stringify(ahead) }),
    createElement: () => ({}),
    head: { append: ({ href }: { readonly href: string }) => requested.push(href) },
  };
  const sessionStorage = { getItem: (key: string) => (key === 'atalaia.token' ? token : null) };
  runInNewContext(script, {
    document,
    window: { sessionStorage, localStorage: { getItem: () => null } },
    matchMedia: () => ({ matches: false }),
    navigator: { language: 'pt-BR' },
    location: { pathname },
  });
  return requested;
}

test.each([
  ['/admin/manage/devices', 'a-token', ['/pt-BR.js', '/admin.js', '/pt-BR-map.js']],
  ['/', 'a-token', ['/pt-BR.js', '/pt-BR-map.js']],
  ['/admin/manage/devices', null, ['/pt-BR.js', '/login.js']],
  ['/login', null, ['/pt-BR.js', '/login.js']],
  ['/access', null, ['/pt-BR.js', '/access.js']],
  ['/access', 'a-token', ['/pt-BR.js', '/access.js']],
  ['/nowhere', 'a-token', ['/pt-BR.js']],
  ['/nowhere', null, ['/pt-BR.js', '/login.js']],
  ['/shared/abc', null, ['/pt-BR.js', '/shared.js', '/pt-BR-map.js']],
  ['/call-out/abc', null, ['/pt-BR.js', '/call-out.js', '/pt-BR-map.js']],
  ['/police/abc', 'a-token', ['/pt-BR.js', '/police.js', '/pt-BR-map.js']],
])(
  '%s with the token %s requests its own files ahead, and texts of the map where it speaks them',
  (path, token, files) => {
    expect(requestedAt(path, token)).toEqual(files);
  },
);
