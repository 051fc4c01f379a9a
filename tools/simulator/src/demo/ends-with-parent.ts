import { spawnSync } from 'node:child_process';

const prefix = ['setpriv', '--pdeathsig', 'TERM', '--'];

/**
 * Words before a command line with which it is told to end when its parent is killed. None on a machine that cannot
 * (its `setpriv` is missing or lacks the option).
 */
export function endsWithParent(): readonly string[] {
  const [file = '', ...args] = [...prefix, 'true'];
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0 ? prefix : [];
}
