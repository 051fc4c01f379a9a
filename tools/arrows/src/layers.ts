import type { Layer } from './layer.ts';
import { serverLayers } from './server-layers.ts';

const pure = ['contract', 'domain', 'phrases'];

/** What has a list, a form or links, as parts of a regular expression. */
const nouns = [
  ...['calendar', 'command', 'company', 'customer', 'device', 'driver', 'geofence', 'maintenance'],
  ...['notification', 'position', 'share', 'sinister', 'tracker', 'user', 'vehicle'],
  // `Map.groupBy` names none
  'group(?!By)',
];

/** App → features → {resources, map, live, ui, lib}; a feature never imports a feature. */
const webLayers: readonly Layer[] = [
  {
    name: 'app',
    files: /^apps\/web\/(?:src\/(?:app\/|[a-z-]+\.tsx?$)|build\/|[a-z.-]+\.ts$)/,
    mayImport: [...pure, 'feature', 'resources', 'map', 'live feed', 'ui', 'lib'],
    packages: 'any',
  },
  {
    name: 'feature',
    files: /^apps\/web\/src\/features\/([a-z-]+)\//,
    mayImport: [...pure, 'resources', 'map', 'live feed', 'ui', 'lib'],
    packages: 'any',
  },
  // lists, forms, links, removal and import of any noun; it knows none
  {
    name: 'resources',
    files: /^apps\/web\/src\/resources\//,
    mayImport: [...pure, 'live feed', 'ui', 'lib'],
    packages: 'any',
    mayNotName: nouns,
  },
  {
    name: 'map',
    files: /^apps\/web\/src\/map\//,
    mayImport: [...pure, 'live feed', 'ui', 'lib'],
    packages: 'any',
  },
  { name: 'live feed', files: /^apps\/web\/src\/live\//, mayImport: [...pure, 'lib'], packages: 'any' },
  // it knows no word of the domain: texts and colours are handed to it
  { name: 'ui', files: /^apps\/web\/src\/ui\//, mayImport: ['lib'], packages: 'any' },
  { name: 'lib', files: /^apps\/web\/src\/lib\//, mayImport: pure, packages: 'any' },
];

/** No I/O, no clock, no app: these give the same answer on the server, in the browser and in a test. */
const packageLayers: readonly Layer[] = [
  { name: 'contract', files: /^packages\/contract\//, mayImport: [], packages: ['zod'] },
  // data that its tests share
  {
    name: 'domain testing',
    files: /^packages\/domain\/src\/testing\//,
    mayImport: ['domain'],
    packages: ['fast-check'],
  },
  {
    name: 'domain',
    files: /^packages\/domain\//,
    mayImport: [],
    packages: ['fflate', 'flatbush', 'ical.js', 'jsep'],
  },
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

/** Tools and journeys are outside: between their files anything goes but circles. */
const outerLayers: readonly Layer[] = [
  {
    name: 'tools',
    files: /^tools\//,
    mayImport: [...packageLayers, ...serverLayers].map((layer) => layer.name),
    packages: 'any',
  },
  {
    name: 'journeys',
    files: /^e2e\//,
    mayImport: ['contract', 'domain', 'protocols', 'phrases', 'tools'],
    packages: 'any',
  },
  { name: 'root', files: /^[a-z.-]+\.ts$/, mayImport: [], packages: 'any' },
];

/** The whole table. The first layer whose pattern a file meets is its own. */
const layers: readonly Layer[] = [...packageLayers, ...serverLayers, ...webLayers, ...outerLayers];

/** Undefined for a file that no layer takes. */
export function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => layer.files.test(path));
}

/** The module or feature that a file belongs to; undefined where its layer has none. */
export function nounOf(layer: Layer, path: string): string | undefined {
  return layer.files.exec(path)?.[1];
}
