import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A repository with our launcher, one package from its own folder to install, and programs that tests write. */
export interface SmallRepository {
  readonly root: string;
  write(path: string, text: string): void;
  /** Requests one more package: of a version, from the registry, or from a folder (`file:…`). */
  want(name: string, from: string): void;
  /** Requests a development package from a folder, which this makes. */
  wantChecker(name: string): void;
  read(path: string): string;
  remove(): void;
}

export function makeSmallRepository(name = ''): SmallRepository {
  const root = mkdtempSync(join(tmpdir(), `atalaia-launch-${name}`));
  const repository: SmallRepository = {
    root,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    want(name, from) {
      const dependencies = { ...compilers, [name]: from };
      const manifest = { name: 'small', version: '1.0.0', type: 'module', dependencies };
      this.write('package.json', JSON.stringify(manifest));
      const folder = from.startsWith('file:') ? from.slice(5) : undefined;
      const locked = folder
        ? { [`node_modules/${name}`]: { resolved: folder, link: true }, [folder]: { version: '1.0.0' } }
        : { [`node_modules/${name}`]: { version: from } };
      this.write('package-lock.json', lockOf({ '': manifest, ...lockedCompilers, ...locked }));
    },
    wantChecker(name) {
      const manifest = {
        ...{ name: 'small', version: '1.0.0', type: 'module', dependencies: compilers },
        devDependencies: { [name]: `file:${name}` },
      };
      this.write('package.json', JSON.stringify(manifest));
      this.write(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
      const locked = {
        [`node_modules/${name}`]: { resolved: name, link: true },
        [name]: { version: '1.0.0', dev: true },
      };
      this.write('package-lock.json', lockOf({ '': manifest, ...lockedCompilers, ...locked }));
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  cpSync(join(import.meta.dirname, '../../../launch.mjs'), join(root, 'launch.mjs'));
  const manifest = { name: 'small', version: '1.0.0', type: 'module', dependencies: compilers };
  repository.write('package.json', JSON.stringify(manifest));
  repository.write('package-lock.json', lockOf({ '': manifest, ...lockedCompilers }));
  // is where the compiler of the web stands, and writes what it was given
  repository.write('vite/package.json', '{ "name": "vite", "version": "1.0.0", "type": "module" }');
  repository.write('vite/bin/vite.js', compiler);
  // is where the compiler of the server stands, and marks what it was given
  repository.write('rolldown/package.json', '{ "name": "rolldown", "version": "1.0.0", "type": "module" }');
  repository.write('rolldown/bin/cli.mjs', bundler);
  repository.write('tools/server-bundle/a.mjs', '');
  repository.write('apps/server/src/main.ts', "console.log('first');");
  for (const path of ['contract', 'domain', 'phrases']) repository.write(`packages/${path}/src/a.ts`, '');
  repository.write('apps/web/src/text', 'first');
  return repository;
}

const compilers = { vite: 'file:vite', rolldown: 'file:rolldown' };
const lockedCompilers = {
  'node_modules/vite': { resolved: 'vite', link: true },
  vite: { version: '1.0.0' },
  'node_modules/rolldown': { resolved: 'rolldown', link: true },
  rolldown: { version: '1.0.0' },
};

function lockOf(packages: object): string {
  return JSON.stringify({ name: 'small', version: '1.0.0', lockfileVersion: 3, requires: true, packages });
}

const compiler = `
  import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  const text = readFileSync('src/text', 'utf8');
  const out = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(out, { recursive: true });
  writeFileSync(out + '/half', '');
  if (text === 'wrong') throw new Error('it does not compile');
  writeFileSync(out + '/text', text);
`;

const bundler = `
  import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  const text = readFileSync('src/main.ts', 'utf8');
  const out = process.argv[process.argv.indexOf('-d') + 1];
  mkdirSync(out, { recursive: true });
  writeFileSync(out + '/half', '');
  appendFileSync('../../bundled', process.pid + '\\n');
  while (existsSync('../../hang')) await sleep(10);
  if (text.includes('wrong')) throw new Error('it does not compile');
  if (text.includes('killed')) process.kill(process.pid, 'SIGKILL');
  writeFileSync(out + '/main.js', "process.stdout.write('bundle ');" + text);
`;
