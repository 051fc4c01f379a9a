import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

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
