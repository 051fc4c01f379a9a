import { expect, test } from 'vitest';
import { createFilesTogether, type ModuleGraph } from './files-together.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  '/src/app/routes/login-route.tsx': ['/src/ui/field.tsx'],
  '/src/app/shells/shared-map.tsx': ['/src/map/core.ts', '/src/features/sharing/visitor/places.tsx'],
  '/src/features/sharing/visitor/places.tsx': ['/src/ui/clock.tsx'],
  '/src/ui/clock.tsx': [],
  '/src/app/shells/live-map.tsx': ['/src/map/core.ts', '/src/features/strip.tsx'],
  '/src/app/shells/top-bar.tsx': [],
  '/src/app/shells/admin/admin-shell.tsx': ['/src/features/strip.tsx', '/src/features/rail.tsx'],
  '/src/app/shells/bare/bare-shell.tsx': [],
  '/src/ui/field.tsx': ['/x/node_modules/@mantine/core/esm/index.mjs'],
  '/x/node_modules/@mantine/core/esm/index.mjs': ['/x/node_modules/@mantine/core/esm/modal.mjs'],
  '/x/node_modules/@mantine/core/esm/modal.mjs': [],
  '/src/map/core.ts': ['/src/map/core.ts'],
  '/src/features/strip.tsx': ['/src/ui/field.tsx'],
  '/src/features/rail.tsx': [],
  '/src/features/chart.tsx': [],
};

const graphOf = (known: typeof imports): ModuleGraph => ({
  getModuleInfo: (id) => (known[id] ? { importedIds: known[id] } : null),
});

test('a module stands in the first file that needs it, and a lazy one in none', () => {
  const fileOf = createFilesTogether('/src');
  const graph = graphOf(imports);
  expect(fileOf('/src/ui/field.tsx', graph)).toBe('login');
  expect(fileOf('/src/map/core.ts', graph)).toBe('map');
  expect(fileOf('/src/features/strip.tsx', graph)).toBe('shell');
  expect(fileOf('/src/features/rail.tsx', graph)).toBe('shell-admin');
  expect(fileOf('/src/features/chart.tsx', graph)).toBeNull();
});

test('what only a link shows stands beside the map that it shares with the shells', () => {
  const fileOf = createFilesTogether('/src');
  const graph = graphOf(imports);
  expect(fileOf('/src/app/shells/shared-map.tsx', graph)).toBe('visitor');
  expect(fileOf('/src/features/sharing/visitor/places.tsx', graph)).toBe('visitor');
  expect(fileOf('/src/ui/clock.tsx', graph)).toBe('map');
});

test('what a library names in its index is not taken for used', () => {
  const fileOf = createFilesTogether('/src');
  expect(fileOf('/x/node_modules/@mantine/core/esm/modal.mjs', graphOf(imports))).toBeNull();
});

test('a module that was moved stops the build', () => {
  const { '/src/app/shells/live-map.tsx': _, ...without } = imports;
  const fileOf = createFilesTogether('/src');
  expect(() => fileOf('/src/ui/field.tsx', graphOf(without))).toThrow('live-map.tsx');
});
