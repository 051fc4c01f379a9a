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
import { DatabaseRefused } from '../database-refused.ts';
import type { Programs } from './binaries.ts';
import { type RunAs, runDirectly, runInNamespace } from './run-as.ts';
import { type Account, hasName, unprivilegedAccount } from './unprivileged-account.ts';

/** Where a cluster and its programs are, and as whom they run. */
export interface Placement {
  readonly programs: Programs;
  /** Absolute, without links. */
  readonly clusterDir: string;
  readonly runAs: RunAs;
}

/** Where clusters go that cannot live in DATA_DIR; a folder per DATA_DIR in it. */
const elsewhere = '/var/lib/atalaia';

/** In DATA_DIR: the path of a cluster that lives elsewhere. */
const pointerName = 'postgres-location';

/**
 * Decides where the cluster of `dataDir` lives and as whom it runs. PostgreSQL refuses root, and another account
 * cannot enter a checkout below somebody's closed home, so:
 * - an ordinary user runs it in `dataDir`, as itself;
 * - root runs it there too, in a user namespace, or as the owner of a cluster that an ordinary user made;
 * - root on a machine that refuses user namespaces runs it as another account, with cluster and programs under
 *   `/var/lib/atalaia`, and `dataDir` keeps a pointer.
 * Throws `DatabaseRefused` when none of these can be.
 */
export function placeCluster(dataDir: string, programs: Programs): Placement {
  const home = realpathSync(dataDir);
  const clusterDir = join(home, 'postgres');
  const uid = process.getuid?.() ?? -1;
  const pointer = join(home, pointerName);
  if (existsSync(pointer)) return placeElsewhere(readFileSync(pointer, 'utf8').trim(), programs, uid);

  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (uid !== 0) {
    if (owner && owner.uid !== uid) throw notTheOwner(clusterDir, owner.uid);
    const runAs = hasName() ? runDirectly(programs) : runInNamespace(programs, home);
    if (runAs) return { programs, clusterDir, runAs };
    throw new DatabaseRefused(
      `${programs.folder}/bin/postgres does not run here; set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
  const runAs = owner && owner.uid !== 0 ? runDirectly(programs, owner) : runInNamespace(programs, home);
  if (runAs) return { programs, clusterDir, runAs };
  if (owner) {
    throw new DatabaseRefused(
      `${clusterDir} was made in a user namespace, which this machine refuses now: ` +
        'allow user namespaces, or start with another DATA_DIR',
    );
  }
  const place = join(elsewhere, createHash('sha256').update(home).digest('hex').slice(0, 12));
  const placement = placeElsewhere(place, programs, uid);
  writeFileSync(pointer, `${place}\n`);
  return placement;
}

function placeElsewhere(place: string, programs: Programs, uid: number): Placement {
  const clusterDir = join(place, 'postgres');
  const owner: Account | undefined = statSync(clusterDir, { throwIfNoEntry: false }) ?? unprivilegedAccount();
  if (uid !== 0) throw notTheOwner(clusterDir, owner?.uid ?? 0);
  if (!owner)
    throw new DatabaseRefused('/etc/passwd lists no account but root, and PostgreSQL refuses to run as root');
  mkdirSync(place, { recursive: true, mode: 0o755 });
  // initdb and the lock write beside the cluster
  chownSync(place, owner.uid, owner.gid);
  const copy = copyPrograms(programs, place);
  const runAs = runDirectly(copy, { uid: owner.uid, gid: owner.gid });
  if (runAs) return { programs: copy, clusterDir, runAs };
  throw new DatabaseRefused(
    `PostgreSQL can run neither as root nor as another account (uid ${owner.uid}) from ${copy.folder}: ` +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own',
  );
}

/** A whole copy under a name that holds the version, so that a new release brings its own. */
function copyPrograms({ folder, version }: Programs, place: string): Programs {
  const copy = join(place, `programs-${version}`);
  if (existsSync(copy)) return { folder: copy, version };
  const draft = join(dirname(copy), `.${basename(copy)}.${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  renameSync(draft, copy);
  return { folder: copy, version };
}

function notTheOwner(clusterDir: string, owner: number): DatabaseRefused {
  return new DatabaseRefused(
    `${clusterDir} belongs to another account (uid ${owner}): start as that one, or with another DATA_DIR`,
  );
}
