/** Somebody at a shell of his own: nothing of the environment that runs the tests reaches him but what a shell has. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Person {
  readonly uid: number;
  readonly gid: number;
  /** His own, with npm's cache in it. */
  readonly home: string;
}

/** The account that runs the tests. */
export function oneself(): Person {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, home: process.env.HOME ?? '/' };
}

/** An ordinary user with a fresh home in `folder`: another account when the tests run as root. */
export function ordinaryUser(folder: string): Person {
  const { uid, gid } = oneself();
  const person = { uid: uid === 0 ? 65534 : uid, gid: uid === 0 ? 65534 : gid, home: join(folder, 'home') };
  mkdirSync(person.home, { recursive: true });
  chownSync(person.home, person.uid, person.gid);
  return person;
}

/** What a login shell would have set; `node_modules` and npm's own variables belong to the run of the tests. */
function shellOf({ home }: Person): NodeJS.ProcessEnv {
  const retained = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|NODE_ENV|NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|VITEST|TEST|ATALAIA_|INIT_CWD|FORCE_COLOR)/i.test(
        name,
      ),
  );
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(retained), HOME: home, PATH: path.join(delimiter), NO_COLOR: '1' };
}

/** Starts a command as this person, its output to be read. */
export function start(
  person: Person,
  command: readonly string[],
  { env, ...options }: SpawnOptions & { readonly cwd: string },
): ChildProcess {
  const [file = '', ...args] = command;
  const account = process.getuid?.() === 0 ? { uid: person.uid, gid: person.gid } : {};
  return spawn(file, args, {
    ...options,
    ...account,
    env: { ...shellOf(person), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
