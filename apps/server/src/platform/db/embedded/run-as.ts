import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Programs } from './binaries.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The machine's own account for PostgreSQL or for nothing, in this order; else the first that is not root. */
const preferred = ['atalaia', 'postgres', 'nobody'];

/** Accounts of /etc/passwd other than root, in the order of the file. */
function accounts(): (Account & { name: string })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) > 0)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/**
 * An account that PostgreSQL may run as, since it refuses root. It must be listed: initdb requests its name.
 * Undefined on a machine that lists none.
 */
export function unprivilegedAccount(): Account | undefined {
  const known = accounts();
  return preferred.map((name) => known.find((account) => account.name === name)).find(Boolean) ?? known[0];
}

/** Whether the present account has a name; one given to a container by number may have none. */
export function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/** How a program of PostgreSQL is started so that it does not see itself as root, and ends with its parent. */
export interface RunAs {
  /** Words before the program's own command line. */
  readonly prefix: readonly string[];
  /** The account to change into; undefined stays with the present one. */
  readonly account: Account | undefined;
}

/** SIGINT is PostgreSQL's fast shutdown: a killed parent leaves a cluster that needs no recovery. */
const endsWithParent = ['setpriv', '--pdeathsig', 'INT', '--'];

/** As the present account, or as `account` (only root may). */
export function runDirectly(programs: Programs, account?: Account): RunAs | undefined {
  return firstThatWorks(programs, [
    { prefix: endsWithParent, account },
    // a machine without util-linux, or not Linux: the next start stops what a kill leaves
    { prefix: [], account },
  ]);
}

/**
 * Root, or an account without a name, as another account in a user namespace of its own: its files stay in
 * `folder`, and no other account is needed to reach it. Undefined where the machine refuses such namespaces.
 */
export function runInNamespace(programs: Programs, folder: string): RunAs | undefined {
  const account = unprivilegedAccount();
  if (!account) return undefined;
  const unshare = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`, '--'];
  return firstThatWorks(
    programs,
    [
      { prefix: [...unshare, ...endsWithParent], account: undefined },
      { prefix: unshare, account: undefined },
    ],
    folder,
  );
}

/** A way works when the program runs that way, and `folder`, when given, can be written. */
function firstThatWorks(programs: Programs, ways: readonly RunAs[], folder = '/'): RunAs | undefined {
  const program = join(programs.folder, 'bin/postgres');
  const check =
    folder === '/'
      ? [program, '--version']
      : ['sh', '-c', 'test -w "$1" && exec "$2" --version', 'sh', folder, program];
  return ways.find(({ prefix, account }) => {
    const [file = '', ...args] = [...prefix, ...check];
    return spawnSync(file, args, { ...account, stdio: 'ignore' }).status === 0;
  });
}
