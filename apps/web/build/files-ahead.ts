/**
 * Writes into index.html which files the page at an address will need next, so that `public/first-paint.js` requests
 * them at once: the browser would learn of them one after the other, each once the one before it has run.
 */
import type { Plugin } from 'vite';

/** What of a built file matters here, as Rolldown tells it. */
export interface BuiltChunk {
  readonly type: string;
  readonly fileName: string;
  readonly moduleIds?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

export type Bundle = Readonly<Record<string, BuiltChunk>>;

/** Files by what requests them: an area of the address, or a language, of which most areas speak more. */
export type FilesAhead = Readonly<Record<string, readonly string[]>>;

/** Modules that are requested at once, by the name under which the page knows them. */
const required: Readonly<Record<string, readonly string[]>> = {
  admin: ['app/shells/live-map.tsx', 'app/shells/admin/admin-shell.tsx'],
  fleet: ['app/shells/live-map.tsx', 'app/shells/bare/bare-shell.tsx'],
  client: ['app/shells/live-map.tsx', 'app/shells/bare/bare-shell.tsx'],
  login: ['app/routes/login-route.tsx'],
  access: ['app/routes/access-route.tsx'],
  'call-out': ['app/routes/visitor-routes.tsx'],
  police: ['app/routes/visitor-routes.tsx'],
  shared: ['app/shells/shared-map.tsx'],
  'pt-BR': ['packages/phrases/src/pt-br-first.ts'],
  en: ['packages/phrases/src/en-first.ts'],
  'pt-BR-map': ['packages/phrases/src/pt-br-map.ts'],
  'en-map': ['packages/phrases/src/en-map.ts'],
};

export function filesAhead(): Plugin {
  return {
    name: 'files-ahead',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const list = JSON.stringify(listAhead(bundle as Bundle));
        // A block of data, which the page's policy lets stand; before the script that reads it.
        return html.replace(
          '<script src="/first-paint.js">',
          `<script type="application/json" id="files-ahead">${list}</script>\n    $&`,
        );
      },
    },
  };
}

/** What each name needs besides the page's own files. Throws when a module of the list is in no file: it was moved. */
export function listAhead(bundle: Bundle): FilesAhead {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const own = entry ? withImports(bundle, entry.fileName) : new Set<string>();
  const filesOf = (modules: readonly string[]): string[] => {
    const files = modules.flatMap((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(`/${module}`)));
      if (!chunk) throw new Error(`no built file holds ${module}`);
      return [...withImports(bundle, chunk.fileName)];
    });
    return [...new Set(files)].filter((file) => !own.has(file)).map((file) => `/${file}`);
  };
  return Object.fromEntries(Object.entries(required).map(([name, modules]) => [name, filesOf(modules)]));
}

/** A file with all it imports, and their style sheets. */
function withImports(bundle: Bundle, fileName: string, found = new Set<string>()): Set<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  const chunk = bundle[fileName];
  for (const style of chunk?.viteMetadata?.importedCss ?? []) found.add(style);
  for (const file of chunk?.imports ?? []) withImports(bundle, file, found);
  return found;
}
