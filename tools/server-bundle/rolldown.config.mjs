/** The server as one file, which Node reads in a third of the time that its 2,000 modules take. `launch.mjs` makes it. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import { packLines } from './lines.mjs';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'apps/server/dist');

/** What this bundle calls itself, so that it reads no other's lines. */
const build = randomUUID();

/** What the launcher looks at for changes; a module from elsewhere would change unseen. */
const watched = (process.env.ATALAIA_SOURCES ?? '').split(delimiter);

/** What finds files or machine code beside itself, and what is only loaded when somebody wants it. */
const apart = [
  '@fastify/static',
  '@fastify/swagger-ui',
  '@opentelemetry',
  'pdfkit',
  'pg-native',
  'pino',
  'sharp',
];
const stayApart = new RegExp(`^(?:${apart.join('|')})(?:$|/)`);

/** A module looks for files, threads and packages from where its source is. */
const fromItsSource = {
  name: 'from-its-source',
  transform(code, id) {
    if (!isAbsolute(id)) return;
    const path = relative(root, id).replaceAll(sep, '/');
    if (id.split(sep).includes('node_modules')) {
      if (!code.includes('import.meta')) return;
      throw new Error(`${path} has import.meta, which would be the bundle's: it must stay apart`);
    }
    if (!watched.some((one) => path.startsWith(`${one}/`)))
      throw new Error(`${path} is in none of the folders that launch.mjs looks at for changes`);
    // these want the bundle's own address
    if (path.startsWith('tools/server-bundle/'))
      return { code: code.replace('of no bundle', build), map: null };
    if (!code.includes('import.meta')) return;
    // a package is found from the bundle as from the server's own sources, which lie beside it
    const known = path.startsWith('apps/server/')
      ? /^\.(?:(?:url|dirname)\b|resolve\('[^./'])/
      : /^\.(?:url|dirname)\b/;
    const other = code.split('import.meta').find((after, index) => index > 0 && !known.test(after));
    if (other !== undefined)
      throw new Error(`${path}: import.meta${other.slice(0, 20)} would be the bundle's, not the module's`);
    const place = JSON.stringify(relative(out, id).replaceAll(sep, '/'));
    return {
      code: code
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `dirnameOfSource(new URL(${place}, import.meta.url))`),
      map: null,
    };
  },
};

/** Where each place in the bundle comes from, for the stacks. */
const withLines = {
  name: 'with-lines',
  writeBundle({ dir }) {
    const file = join(dir, 'main.js');
    writeFileSync(`${file}.lines`, packLines(JSON.parse(readFileSync(`${file}.map`, 'utf8')), build));
  },
};

export default {
  input: { main: join(import.meta.dirname, 'entry.mjs') },
  cwd: join(root, 'apps/server'),
  platform: 'node',
  external: [stayApart],
  plugins: [fromItsSource, withLines],
  output: {
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    banner: `import { fileURLToPath as pathOfSource } from 'node:url';
const dirnameOfSource = (url) => pathOfSource(new URL('.', url)).replace(/[\\\\/]$/, '');`,
  },
};
