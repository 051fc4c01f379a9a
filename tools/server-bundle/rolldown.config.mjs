/** The server as one file, which Node reads in a third of the time that its 2,000 modules take. `launch.mjs` makes it. */
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'apps/server/dist');

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
    if (!isAbsolute(id) || id.split(sep).includes('node_modules')) return;
    const path = relative(root, id).replaceAll(sep, '/');
    if (!watched.some((one) => path.startsWith(`${one}/`)))
      throw new Error(`${path} is in none of the folders that launch.mjs looks at for changes`);
    // that one wants the bundle's own address
    if (path.startsWith('tools/server-bundle/') || !code.includes('import.meta')) return;
    const place = JSON.stringify(relative(out, id).replaceAll(sep, '/'));
    return {
      code: code
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `dirnameOfSource(new URL(${place}, import.meta.url))`),
      map: null,
    };
  },
};

export default {
  input: { main: join(import.meta.dirname, 'entry.mjs') },
  cwd: join(root, 'apps/server'),
  platform: 'node',
  external: [stayApart],
  plugins: [fromItsSource],
  output: {
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    banner: `import { fileURLToPath as pathOfSource } from 'node:url';
const dirnameOfSource = (url) => pathOfSource(new URL('.', url)).replace(/[\\\\/]$/, '');`,
  },
};
