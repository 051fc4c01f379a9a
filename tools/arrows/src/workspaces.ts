/** The coarsest arrows, which hold for tests too: which folder of the repository may import which. */
export interface Workspace {
  readonly path: string;
  readonly mayImport: readonly string[];
}

const packages = ['packages/contract', 'packages/domain', 'packages/phrases', 'packages/protocols'];
const webPackages = ['packages/contract', 'packages/domain', 'packages/phrases'];

/** The first whose path a file begins with is its own. */
const workspaces: readonly Workspace[] = [
  { path: 'packages/contract', mayImport: [] },
  { path: 'packages/domain', mayImport: [] },
  { path: 'packages/phrases', mayImport: [] },
  { path: 'packages/protocols', mayImport: ['packages/domain'] },
  // its tests use the fakes of outside systems; no layer of it may import them
  { path: 'apps/server', mayImport: [...packages, 'tools/fakes'] },
  { path: 'apps/web', mayImport: webPackages },
  { path: 'tools/fakes', mayImport: packages },
  { path: 'tools', mayImport: [...packages, 'apps/server', 'tools/fakes'] },
  { path: 'e2e', mayImport: [...packages, 'tools', 'tools/fakes'] },
];

/** The workspace that a path is in; undefined at the root. */
export function workspaceOf(path: string): Workspace | undefined {
  return workspaces.find((workspace) => path.startsWith(`${workspace.path}/`));
}
