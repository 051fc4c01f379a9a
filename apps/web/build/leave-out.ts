/** What libraries and the contract bring, and no screen of ours needs, is left out of the build. */
import type { Plugin } from 'vite';

interface LeftOut {
  readonly importer: string;
  readonly source: string;
  readonly instead: string;
}

/** Parts of OpenLayers that its own files ask for. */
const openLayersParts: readonly LeftOut[] = [
  {
    // A language of its own for styles written as data, with its parser: an eighth of OpenLayers, loaded by the renderer
    // of every map. Our styles are functions and objects of its classes.
    importer: '/ol/layer/BaseVector.js',
    source: '/render/canvas/style.js',
    instead: `
export function flatStyleLikeToStyleFunction() {
  throw new Error('styles written as data are left out of this build');
}
`,
  },
  {
    // The zones of UTM, which a projection that is not known is looked for in: our maps are Mercator's.
    importer: '/ol/proj.js',
    source: '/proj/utm.js',
    instead: `
export const makeProjection = () => null;
export const makeTransforms = () => null;
`,
  },
  {
    // The renderer of every map asks whether a layer is one of features, to keep their names apart: with that class come
    // styles, symbols and their pictures, which a map without features never draws.
    importer: '/ol/renderer/Composite.js',
    source: '/layer/BaseVector.js',
    instead: `
export default class BaseVectorLayer {
  static [Symbol.hasInstance](layer) {
    return typeof layer?.getDeclutter === 'function';
  }
}
`,
  },
];

const leftOut = '\0left-out-of-openlayers';

export function leanOpenLayers(): Plugin {
  return {
    name: 'lean-openlayers',
    // the sources stay as they are while developing
    apply: 'build',
    // before Vite finds the file itself
    enforce: 'pre',
    resolveId(source, importer) {
      const part = openLayersParts.findIndex(
        (one) => importer?.endsWith(one.importer) && source.endsWith(one.source),
      );
      return part === -1 ? undefined : `${leftOut}${part}`;
    },
    load(id) {
      return id.startsWith(leftOut) ? openLayersParts[Number(id.slice(leftOut.length))]?.instead : undefined;
    },
  };
}

/**
 * Writing a schema as JSON Schema, a fifth of zod, which each schema holds on to: the server does it for the description of its
 * API, no screen.
 */
const jsonSchema = /^\.\.\/core\/(json-schema-processors|to-json-schema)\.js$/;
const noJsonSchema = '\0no-json-schema';

export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRequired = importer?.endsWith('/zod/v4/classic/schemas.js') && jsonSchema.test(source);
      return isRequired ? noJsonSchema : undefined;
    },
    load(id) {
      return id === noJsonSchema ? noJsonSchemaSource : undefined;
    },
  };
}

/** Of these it has a `…Processor` each. */
const kinds = `
  any array bigint boolean catch custom date default enum file function intersection lazy literal map
  nan never nonoptional null nullable number object optional pipe prefault promise readonly record set
  string success symbol templateLiteral transform tuple undefined union unknown void`;

const noJsonSchemaSource = `
const refuse = () => { throw new Error('schemas are not described in this build'); };
export const aggregateChecks = refuse;
export const createToJSONSchemaMethod = () => refuse;
export const createStandardJSONSchemaMethod = () => refuse;
${kinds
  .trim()
  .split(/\s+/)
  .map((kind) => `export const ${kind}Processor = refuse;`)
  .join('\n')}
`;

/** The contract's files, and how they would begin a schema. */
const contract = /\/packages\/contract\/src\/.*\.ts$/;

/**
 * Leaves out the schemas that no screen reads. A schema is made by calls, which a builder keeps: for all it knows they do
 * something. Each becomes a function called once and marked as pure, which goes with its name where nobody imports that.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    // behind Vite's own step, which takes the types away
    enforce: 'post',
    transform(code, id) {
      if (!contract.test(id)) return undefined;
      return { code: markSchemas(code, (text) => this.parse(text) as Program), map: null };
    },
  };
}

/** As much of a parsed file as is read here. */
export interface Program {
  readonly body: readonly {
    readonly type: string;
    readonly declaration?: { readonly type: string; readonly declarations?: readonly Declared[] } | null;
    readonly declarations?: readonly Declared[];
  }[];
}

interface Declared {
  readonly init: { readonly type: string; readonly start: number; readonly end: number } | null;
}

/** Marks what a file makes by a call when it is loaded. */
export function markSchemas(code: string, parse: (code: string) => Program): string {
  const made = parse(code)
    .body.flatMap((statement) => statement.declarations ?? statement.declaration?.declarations ?? [])
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  let marked = '';
  let from = 0;
  for (const { start, end } of made) {
    marked += `${code.slice(from, start)}/*#__PURE__*/(() => ${code.slice(start, end)})()`;
    from = end;
  }
  return marked + code.slice(from);
}
