import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Where an import leads: to a file of the repository, to a package from npm or Node, or nowhere. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'nowhere' };

export type Resolve = (from: string, specifier: string) => Target;

/** Resolves as Node does: relative paths as written, our own packages through their `./*` → `./src/*.ts`. */
export function createResolve(root: string): Resolve {
  const folders = ownPackages(root);
  return (from, specifier) => {
    // a query (`?url`, `?worker`) says how to load the same file
    const [path = ''] = specifier.split('?');
    if (path.startsWith('.')) return file(root, posix.join(dirname(from), path));
    const [scope = '', name = '', ...rest] = path.split('/');
    const folder = folders.get(`${scope}/${name}`);
    if (folder !== undefined) return file(root, `${folder}/src/${rest.join('/')}.ts`);
    if (path.startsWith('node:')) return { kind: 'package', name: path };
    return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
  };
}

function file(root: string, path: string): Target {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile()
    ? { kind: 'file', path }
    : { kind: 'nowhere' };
}

/** Name of each workspace's package → its folder. */
function ownPackages(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const parent of ['apps', 'packages', 'tools']) {
    if (!existsSync(join(root, parent))) continue;
    for (const name of readdirSync(join(root, parent))) {
      const manifest = join(root, parent, name, 'package.json');
      if (existsSync(manifest))
        found.set(JSON.parse(readFileSync(manifest, 'utf8')).name, `${parent}/${name}`);
    }
  }
  return found;
}
