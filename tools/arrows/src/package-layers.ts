import type { Layer } from './layer.ts';

/** No I/O, no clock, no app: these give the same answer on the server, in the browser and in a test. */
export const packageLayers: readonly Layer[] = [
  { name: 'contract', files: /^packages\/contract\//, mayImport: [], packages: ['zod'] },
  // data that its tests share
  {
    name: 'domain testing',
    files: /^packages\/domain\/src\/testing\//,
    mayImport: ['domain'],
    packages: ['fast-check'],
  },
  { name: 'domain', files: /^packages\/domain\//, mayImport: [], packages: ['flatbush', 'ical.js', 'jsep'] },
  { name: 'phrases', files: /^packages\/phrases\//, mayImport: [], packages: [] },
  // vectors as files, and what its tests and tools ask of any stream
  {
    name: 'protocols testing',
    files: /^packages\/protocols\/src\/testing\//,
    mayImport: ['protocols', 'domain'],
    packages: ['node:fs', 'vitest'],
  },
  { name: 'protocols', files: /^packages\/protocols\//, mayImport: ['domain'], packages: [] },
];
