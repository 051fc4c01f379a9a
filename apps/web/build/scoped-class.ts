/**
 * The name a class of a CSS module bears on the page: its own with a hash of its file's path. The default takes five
 * characters of a hash of the file's text, and two files that met in it laid each other's screens out.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

export function createScopedClass(root: string) {
  return (local: string, file: string): string => {
    const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
    return `_${local}_${createHash('sha256').update(path).digest('base64url').slice(0, 8)}`;
  };
}
