import { expect, test } from 'vitest';
import { type BuiltChunk, type Bundle, listAhead } from './files-ahead.ts';

const chunk = (fileName: string, more: Partial<BuiltChunk> = {}): [string, BuiltChunk] => [
  fileName,
  { type: 'chunk', fileName, ...more },
];

const bundle: Bundle = Object.fromEntries([
  chunk('index.js', { isEntry: true, imports: ['shared.js'], moduleIds: ['/x/src/main.tsx'] }),
  chunk('shared.js'),
  chunk('map.js', {
    imports: ['shared.js', 'ol.js'],
    moduleIds: ['/x/src/app/shells/live-map.tsx'],
    viteMetadata: { importedCss: new Set(['map.css']) },
  }),
  chunk('ol.js', { imports: ['map.js'] }),
  chunk('admin.js', { imports: ['map.js'], moduleIds: ['/x/src/app/shells/admin/admin-shell.tsx'] }),
  chunk('bare.js', { imports: ['map.js'], moduleIds: ['/x/src/app/shells/bare/bare-shell.tsx'] }),
  chunk('login.js', { imports: ['shared.js'], moduleIds: ['/x/src/app/routes/login-route.tsx'] }),
  chunk('access.js', { imports: ['login.js'], moduleIds: ['/x/src/app/routes/access-route.tsx'] }),
  chunk('link.js', { moduleIds: ['/x/src/app/routes/visitor-routes.tsx'] }),
  chunk('places.js', { moduleIds: ['/x/src/app/shells/shared-map.tsx'] }),
  chunk('pt.js', { moduleIds: ['/x/packages/phrases/src/pt-br-first.ts'] }),
  chunk('pt-map.js', { moduleIds: ['/x/packages/phrases/src/pt-br-map.ts'] }),
  chunk('en-map.js', { moduleIds: ['/x/packages/phrases/src/en-map.ts'] }),
  chunk('en.js', { moduleIds: ['/x/packages/phrases/src/en-first.ts'] }),
]);

test('a shell is named with all it imports and its style, less what the page asks for anyway', () => {
  const { admin, client, login, access, ...more } = listAhead(bundle);
  const { 'call-out': callOut, police, 'pt-BR': portuguese, 'en-map': english } = more;
  expect(admin).toEqual(['/map.js', '/map.css', '/ol.js', '/admin.js']);
  expect(client).toEqual(['/map.js', '/map.css', '/ol.js', '/bare.js']);
  expect(login).toEqual(['/login.js']);
  expect(access).toEqual(['/access.js', '/login.js']);
  expect([callOut, police]).toEqual([['/link.js'], ['/link.js']]);
  expect(portuguese).toEqual(['/pt.js']);
  expect(english).toEqual(['/en-map.js']);
});

test('a module that was moved stops the build instead of slowing the start unseen', () => {
  const { 'bare.js': _, ...without } = bundle;
  expect(() => listAhead(without)).toThrow('app/shells/bare/bare-shell.tsx');
});
