import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseRefused } from '../../../errors/database-errors.ts';
import type { Programs } from './binaries.ts';
import {
  type Account,
  hasName,
  type RunAs,
  runDirectly,
  runInNamespace,
  unprivilegedAccount,
} from './run-as.ts';

/** Where a cluster and its programs are, and as whom they run. */
export interface Placement {
  readonly programs: Programs;
  /** Absolute, without links. */
  readonly clusterDir: string;
  readonly runAs: RunAs;
}

/** Where clusters go that cannot live in DATA_DIR, a folder for each, and one copy of the programs for all. */
const elsewhere = '/var/lib/atalaia';

/** In DATA_DIR: the path of a cluster that lives elsewhere. */
export const pointerName = 'postgres-location';

/**
 * Decides where the cluster of `dataDir` lives and as whom it runs. PostgreSQL refuses root, and another account
 * cannot enter a checkout below somebody's closed home, so:
 * - an ordinary user runs it in `dataDir`, as itself;
 * - root runs it there too, in a user namespace, or as the owner of a cluster that an ordinary user made;
 * - root on a machine that refuses user namespaces runs it as another account, with cluster and programs under
 *   `/var/lib/atalaia`, and `dataDir` keeps a pointer (see `rememberPlacement`).
 * Throws `DatabaseRefused` when none of these can be.
 */
export function placeCluster(dataDir: string, programs: Programs): Placement {
  const home = realpathSync(dataDir);
  return (
    placeWithin(home, programs) ??
    placeElsewhere(readPointer(home) ?? join(elsewhere, hashOf(home)), programs)
  );
}

/** The same for a cluster in `dataDir` itself, and nothing is made for it; undefined where it lives elsewhere, or would. */
export function placeWithin(dataDir: string, programs: Programs): Placement | undefined {
  const home = realpathSync(dataDir);
  return process.getuid?.() === 0 ? placeForRoot(home, programs) : placeForUser(home, programs);
}

function placeForUser(home: string, programs: Programs): Placement {
  const pointed = readPointer(home);
  if (pointed !== undefined) throw notTheOwner(pointed, 0);
  const clusterDir = join(home, 'postgres');
  const owner = ownerOf(clusterDir);
  if (owner && owner.uid !== process.getuid?.()) throw notTheOwner(clusterDir, owner.uid);
  const runAs = hasName() ? runDirectly(programs) : runInNamespace(programs, home);
  if (runAs) return { programs, clusterDir, runAs };
  throw new DatabaseRefused(
    `${programs.folder}/bin/postgres does not run here: set DATABASE_URL to a PostgreSQL of your own`,
  );
}

function placeForRoot(home: string, programs: Programs): Placement | undefined {
  const pointed = readPointer(home);
  if (pointed !== undefined) {
    if (ownerOf(join(pointed, 'postgres'))) return undefined;
    throw new DatabaseRefused(
      `${join(home, pointerName)} says that the cluster lives in ${pointed}, where there is none: ` +
        'bring it back, or remove that file to begin empty',
    );
  }
  const clusterDir = join(home, 'postgres');
  const owner = ownerOf(clusterDir);
  const runAs = owner && owner.uid !== 0 ? runDirectly(programs, owner) : runInNamespace(programs, home);
  if (runAs) return { programs, clusterDir, runAs };
  if (!owner) return undefined;
  throw new DatabaseRefused(
    `${clusterDir} was made in a user namespace, which this machine refuses now: ` +
      'allow user namespaces, or start with another DATA_DIR',
  );
}

function placeElsewhere(place: string, allPrograms: Programs): Placement {
  mkdirSync(place, { recursive: true, mode: 0o755 });
  const clusterDir = join(realpathSync(place), 'postgres');
  const account = ownerOf(clusterDir) ?? unprivilegedAccount();
  if (!account) {
    throw new DatabaseRefused('/etc/passwd lists no account but root, and PostgreSQL refuses to run as root');
  }
  // initdb makes the cluster beside where it will be
  chownSync(place, account.uid, account.gid);
  const programs = copyPrograms(allPrograms);
  const runAs = runDirectly(programs, account);
  if (runAs) return { programs, clusterDir, runAs };
  throw new DatabaseRefused(
    `PostgreSQL can run neither as root nor as another account (uid ${account.uid}) from ${programs.folder}: ` +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own',
  );
}

/** Notes in `dataDir` where its cluster lives, when that is not in it. Call it once the cluster is made. */
export function rememberPlacement(dataDir: string, { clusterDir }: Placement): void {
  const place = dirname(clusterDir);
  if (place !== realpathSync(dataDir)) writeFileSync(join(dataDir, pointerName), `${place}\n`);
}

/** The cluster of `dataDir`, wherever it lives and whoever may run it; undefined where there is none. */
export function existingCluster(dataDir: string): string | undefined {
  const clusterDir = join(readPointer(dataDir) ?? dataDir, 'postgres');
  return existsSync(clusterDir) ? realpathSync(clusterDir) : undefined;
}

/** Removes a data folder for good, with its cluster wherever that lives: no other folder, whatever its pointer says. */
export function removeWithCluster(dataDir: string): void {
  const place = readPointer(dataDir);
  if (place !== undefined && dirname(place) === elsewhere && hashName.test(basename(place)))
    rmSync(place, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

function readPointer(home: string): string | undefined {
  const path = join(home, pointerName);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

function ownerOf(path: string): Account | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

const hashName = /^[0-9a-f]{12}$/;

/** A whole copy, root's own, under a name that holds the version, so that a new release brings its own. */
function copyPrograms({ folder, version }: Programs): Programs {
  const name = `programs-${version}`;
  const copy = join(elsewhere, name);
  if (existsSync(copy)) return { folder: copy, version };
  const draft = join(elsewhere, `.${name}.${process.pid}`);
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // another start beside this one was faster
    if (!existsSync(copy)) throw error;
  }
  return { folder: copy, version };
}

function notTheOwner(clusterDir: string, owner: number): DatabaseRefused {
  return new DatabaseRefused(
    `${clusterDir} belongs to another account (uid ${owner}): start as that one, or with another DATA_DIR`,
  );
}
