/** Makes `/sw.js` of `src/service-worker.ts`, with the list of what a release is made of. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const stored: ReadonlySet<string> = new Set(['.js', '.css', '.json', '.woff2', '.svg']);
const firstPaint = '/first-paint.js';

export function serviceWorker(): Plugin {
  const source = join(import.meta.dirname, '../src/service-worker.ts');
  const digestOf = (text: string | Uint8Array) =>
    createHash('sha256').update(text).digest('hex').slice(0, 16);
  /** Its own address by its content, as Vite gives to every other file: the index of a release names no other's. */
  const firstPaintNow = async () => {
    const content = await readFile(join(import.meta.dirname, '../public', firstPaint));
    return `${firstPaint}?v=${digestOf(content)}`;
  };
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => html.replace(`src="${firstPaint}"`, `src="${await firstPaintNow()}"`),
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = shellOf(Object.keys(bundle), await firstPaintNow());
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the page is not built yet');
        const version = digestOf([code, ...files, String(page.source)].join('\n'));
        const shell = `const __SHELL__ = ${JSON.stringify({ version, files })};\n`;
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: shell + code });
      },
    },
  };
}

/** The page itself and what it may load, by address. */
export function shellOf(built: readonly string[], firstPaintAt: string): readonly string[] {
  const files = built.filter((name) => name.startsWith('assets/') && stored.has(extname(name)));
  return ['/', firstPaintAt, '/favicon.svg', ...files.map((name) => `/${name}`).toSorted()];
}
