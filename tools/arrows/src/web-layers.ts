import type { Layer } from './layer.ts';

const pure = ['contract', 'domain', 'phrases'];

/** App → features → {map, live, ui, lib}; a feature never imports a feature. */
export const webLayers: readonly Layer[] = [
  {
    name: 'app',
    files: /^apps\/web\/(?:src\/(?:app\/|[a-z-]+\.tsx?$)|build\/|[a-z.-]+\.ts$)/,
    mayImport: [...pure, 'feature', 'map', 'live feed', 'ui', 'lib'],
    packages: 'any',
  },
  {
    name: 'feature',
    files: /^apps\/web\/src\/features\/([a-z-]+)\//,
    mayImport: [...pure, 'map', 'live feed', 'ui', 'lib'],
    packages: 'any',
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
