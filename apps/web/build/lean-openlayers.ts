/**
 * Leaves out what OpenLayers brings for styles written as data: a language of its own with its parser, an eighth of the
 * library, loaded by the renderer of every map. Our styles are functions and objects of its classes.
 */
import type { Plugin } from 'vite';

const replacement = '\0styles-as-data';

export function leanOpenLayers(): Plugin {
  return {
    name: 'lean-openlayers',
    // the sources stay as they are while developing
    apply: 'build',
    // before Vite finds the file itself
    enforce: 'pre',
    resolveId(source, importer) {
      const isRequired =
        importer?.endsWith('/ol/layer/BaseVector.js') && source.endsWith('/render/canvas/style.js');
      return isRequired ? replacement : undefined;
    },
    load(id) {
      return id === replacement ? replacementSource : undefined;
    },
  };
}

const replacementSource = `
export function flatStyleLikeToStyleFunction() {
  throw new Error('styles written as data are left out of this build');
}
`;
