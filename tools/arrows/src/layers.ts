import type { Layer } from './layer.ts';
import { packageLayers } from './package-layers.ts';
import { serverLayers } from './server-layers.ts';
import { webLayers } from './web-layers.ts';

/** Tools and journeys stand outside: between their files anything goes but circles. */
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
