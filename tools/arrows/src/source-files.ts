import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const outside: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'dist.next',
  'data',
  'coverage',
  'test-results',
]);

/** Every TypeScript file below `root`, as paths relative to it with `/` between, in order. */
export function sourceFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !outside.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourceFiles(root, path);
      return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
    })
    .sort();
}

/** Tests, what only tests use, and the journeys. */
export function isTest(path: string): boolean {
  return /\.test(?:-support)?\.tsx?$/.test(path) || path.startsWith('e2e/');
}
