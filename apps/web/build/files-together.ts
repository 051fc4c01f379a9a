/**
 * Which modules are built into one file. Each file costs the browser and the server a request, and a page that starts needs
 * dozens of small ones at once: one for what belongs together is sooner there, and compresses better.
 */

/** What of the builder's knowledge is needed here, as Rolldown tells it. */
export interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * By a file's name the modules that it is for, with all they import; what several need is in the first of them. In the order
 * of the alphabet: Rolldown fills the files in that one, each with whatever of its imports is in none yet.
 */
const purposes: readonly (readonly [file: string, modules: readonly string[]])[] = [
  ['login', ['app/routes/login-route.tsx']],
  ['map', ['app/shells/shared-map.tsx']],
  ['shell', ['app/shells/live-map.tsx', 'app/shells/top-bar.tsx']],
  ['shell-admin', ['app/shells/admin/admin-shell.tsx']],
  ['shell-bare', ['app/shells/bare/bare-shell.tsx']],
];

/** What a link shows to somebody without an account: it stands on the map as the shells do, which need none of it. */
const visitors = {
  file: 'visitor',
  own: ['app/shells/shared-map.tsx', 'features/sharing/visitor/'],
} as const;

/** The index of a library names all it has: what is used of it is known from its importers, not from the index. */
const isIndex = (id: string): boolean => /\/node_modules\/@mantine\/\w+\/esm\/index\.mjs$/.test(id);

/** Gives the name of the file that a module belongs into; null for one that is loaded when it is requested. */
export function createFilesTogether(
  sources: string,
): (moduleId: string, graph: ModuleGraph) => string | null {
  let files: readonly (readonly [file: string, modules: ReadonlySet<string>])[] | null = null;
  return (moduleId, graph) => {
    files ??= purposes.map(([file, modules]) => {
      return [
        file,
        withImports(
          graph,
          modules.map((module) => `${sources}/${module}`),
        ),
      ] as const;
    });
    if (visitors.own.some((path) => moduleId.startsWith(`${sources}/${path}`))) return visitors.file;
    return files.find(([, modules]) => modules.has(moduleId))?.[0] ?? null;
  };
}

/** Throws when a module of the list is not there: it was moved. */
function withImports(graph: ModuleGraph, ids: readonly string[]): ReadonlySet<string> {
  for (const id of ids) if (!graph.getModuleInfo(id)) throw new Error(`there is no module ${id}`);
  const found = new Set<string>();
  const next = [...ids];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    if (!isIndex(id)) next.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
