import type { Layer } from './layer.ts';

/** No I/O, no clock, no app: these give the same answer on the server, in the browser and in a test. */
export const packageLayers: readonly Layer[] = [
  { name: 'contract', files: /^packages\/contract\//, mayImport: [], packages: ['zod'] },
  { name: 'domain', files: /^packages\/domain\//, mayImport: [], packages: ['flatbush', 'ical.js', 'jsep'] },
  { name: 'phrases', files: /^packages\/phrases\//, mayImport: [], packages: [] },
  { name: 'protocols', files: /^packages\/protocols\//, mayImport: ['domain'], packages: [] },
];
