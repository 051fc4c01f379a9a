import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Where an import leads: to a file of the repository, to a package from npm or Node, or nowhere. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'nowhere' };

export type Resolve = (from: string, specifier: string) => Target;

/** Resolves as Node does: relative paths as written, our own packages through the `./*` of their exports, if any. */
export function createResolve(root: string): Resolve {
  const own = ownPackages(root);
  return (from, specifier) => {
    // a query (`?url`, `?worker`) says how to load the same file
    const [path = ''] = specifier.split('?');
    if (path.startsWith('.')) return file(root, posix.join(dirname(from), path));
    const [scope = '', name = '', ...rest] = path.split('/');
    const pattern = own.get(`${scope}/${name}`);
    if (pattern !== undefined) return file(root, pattern.replace('*', rest.join('/')));
    if (path.startsWith('node:')) return { kind: 'package', name: path };
    return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
  };
}

function file(root: string, path: string): Target {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile()
    ? { kind: 'file', path }
    : { kind: 'nowhere' };
}

/** Name of each workspace's package → where its modules are, with `*` for what follows the name. */
function ownPackages(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const parent of ['apps', 'packages', 'tools']) {
    if (!existsSync(join(root, parent))) continue;
    for (const folder of readdirSync(join(root, parent))) {
      const path = join(root, parent, folder, 'package.json');
      if (!existsSync(path)) continue;
      const { name, exports } = JSON.parse(readFileSync(path, 'utf8'));
      found.set(name, posix.join(parent, folder, exports?.['./*'] ?? '*'));
    }
  }
  return found;
}
