import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneself, start } from './person.ts';
import { makeSmallRepository, type SmallRepository } from './small-repository.ts';

let repository: SmallRepository;
beforeEach(() => {
  repository = makeSmallRepository();
  repository.write('tools/test/src/main.ts', "console.log('tested', ...process.argv.slice(2));");
});
afterEach(() => repository.remove());

function launch(...args: string[]) {
  return launchWith({}, ...args);
}

/** Runs the launcher on the Node of the tests, since the small repository brings none. */
function launchWith(env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = start(oneself(), [process.execPath, 'launch.mjs', ...args], { cwd: repository.root, env });
  return { child, ended: ended(child) };
}

async function ended(child: ReturnType<typeof start>) {
  const [out, errors, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  return { out, errors, code, signal };
}

test('[OPS-01] it installs what is missing, once, and hands the arguments on', async () => {
  const first = await launch('test', 'one', 'two').ended;
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('tested one two') });
  expect(first.errors).toContain('installing packages');
  expect(existsSync(join(repository.root, 'node_modules/vite/bin/vite.js'))).toBe(true);
  expect(await launch('test').ended).toEqual({ code: 0, signal: null, out: 'tested\n', errors: '' });
});

test('[OPS-01] an install that was made by hand is enough, and the lock file is left alone', async () => {
  const before = readFileSync(join(repository.root, 'package-lock.json'), 'utf8');
  const npm = start(oneself(), ['npm', 'install', '--no-save'], { cwd: repository.root });
  await ended(npm);
  expect((await launch('test').ended).errors).toBe('');
  writeFileSync(join(repository.root, 'package-lock.json'), `${before}\n`);
  expect((await launch('test').ended).errors, 'other bytes, the same packages').toBe('');
  rmSync(join(repository.root, 'node_modules'), { recursive: true });
  await launch('test').ended;
  expect(readFileSync(join(repository.root, 'package-lock.json'), 'utf8')).toBe(`${before}\n`);
});

test('[OPS-02] an install that was cut short is made again from nothing', async () => {
  await launch('test').ended;
  repository.write('node_modules/half/package.json', '');
  repository.write('node_modules/.atalaia-installing', '');
  const again = await launch('test').ended;
  expect(again).toMatchObject({ code: 0, errors: expect.stringContaining('installing packages') });
  expect(existsSync(join(repository.root, 'node_modules/half'))).toBe(false);
});

test('packages that were added since the last start are added to those that are there', async () => {
  await launch('test').ended;
  repository.want('other', 'file:other');
  repository.write('other/package.json', '{ "name": "other", "version": "1.0.0" }');
  repository.write('node_modules/.kept', '');
  expect((await launch('test').ended).errors).toContain('installing packages');
  expect(existsSync(join(repository.root, 'node_modules/other/package.json'))).toBe(true);
  expect(existsSync(join(repository.root, 'node_modules/.kept'))).toBe(true);
  expect((await launch('test').ended).errors).toBe('');
});

test('[OPS-01] what runs the product installs no checkers; what tests adds them, and from then on they stay', async () => {
  repository.wantChecker('checker');
  const isInstalled = (name: string) =>
    existsSync(join(repository.root, 'node_modules', name, 'package.json'));
  expect((await launch('build').ended).errors).toContain('installing packages');
  expect([isInstalled('vite'), isInstalled('checker')]).toEqual([true, false]);
  expect((await launch('build').ended).errors, 'nothing is missing').toBe('');
  expect((await launch('test').ended).errors).toContain('installing packages');
  expect(isInstalled('checker')).toBe(true);
  expect((await launch('build').ended).errors + (await launch('test').ended).errors).toBe('');

  const lock = JSON.parse(repository.read('package-lock.json'));
  const manifest = lock.packages[''];
  manifest.dependencies.other = 'file:other';
  Object.assign(lock.packages, {
    'node_modules/other': { resolved: 'other', link: true },
    other: { version: '1.0.0' },
  });
  repository.write('other/package.json', '{ "name": "other", "version": "1.0.0" }');
  repository.write('package.json', JSON.stringify(manifest));
  repository.write('package-lock.json', JSON.stringify(lock));
  expect((await launch('build').ended).errors).toContain('installing packages');
  expect([isInstalled('other'), isInstalled('checker')]).toEqual([true, true]);
});

test('an install without scripts, or with optional packages left out by the person’s settings, works', async () => {
  const env = {
    npm_config_ignore_scripts: 'true',
    npm_config_omit: 'optional,dev',
    npm_config_engine_strict: 'true',
  };
  expect(await launchWith(env, 'test').ended).toMatchObject({
    code: 0,
    out: expect.stringContaining('tested'),
  });
});

test('[OPS-01] two at once install once and both run', async () => {
  const both = await Promise.all([launch('test').ended, launch('test').ended]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ errors }) => errors.includes('installing packages'))).toHaveLength(1);
  expect(existsSync(join(repository.root, '.launch.lock'))).toBe(false);
});

const lock = '.launch.lock';

test.each([
  ['that is an empty file', lock, ''],
  ['that is half a file', lock, '12 '],
  ['of an older release that was killed', lock, `${2 ** 22 + 1} ${2 ** 22 + 2}`],
  ['of a process that runs no more', `${lock}/${2 ** 22 + 1}-1`, ''],
  ['of a process whose pid another one has now', `${lock}/${process.pid}-1`, ''],
  ['that names no process', `${lock}/0-1`, ''],
])('[OPS-02] a lock %s is taken over', async (_what, path, text) => {
  repository.write(path, text);
  expect((await launch('test').ended).code).toBe(0);
  expect(existsSync(join(repository.root, lock))).toBe(false);
});

test('[OPS-02] a folder that a killed one left as a lock, with nobody in it, is taken over', async () => {
  mkdirSync(join(repository.root, lock));
  expect((await launch('test').ended).code).toBe(0);
});

/** The first changes to the lock take a while, so that others come between a look at it and the change. */
const slowLock = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let slow = 3;
  for (const name of ['renameSync', 'rmSync', 'rmdirSync', 'unlinkSync']) {
    const change = fs[name];
    fs[name] = (path, ...more) => {
      const isLock = [path, ...more].some((one) => /\\.launch\\.lock/.test(String(one)));
      if (isLock && --slow >= 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 400);
      return change(path, ...more);
    };
  }
  syncBuiltinESMExports();`;

/** Says in a file when it begins and ends, and leaves something to build for the next one. */
const recordingCompiler = `
  import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  const tell = (word) => appendFileSync('../../told', word + ' ' + process.pid + '\\n');
  tell('begin');
  while (existsSync('../../hang')) await sleep(10);
  await sleep(30);
  mkdirSync(process.argv[process.argv.indexOf('--outDir') + 1], { recursive: true });
  writeFileSync('src/text', 'built by ' + process.pid);
  tell('end');`;

test('[OPS-02] of twenty that wait for one that is killed, never two build at once', async () => {
  await launch('test').ended;
  repository.write('vite/bin/vite.js', recordingCompiler);
  repository.write('slow-lock.mjs', slowLock);
  repository.write('hang', '');
  repository.write('told', '');
  const reported = () => readFileSync(join(repository.root, 'told'), 'utf8').trim().split('\n');
  const { child: holder, ended: holderEnded } = launch('build');
  await vi.waitFor(() => expect(reported()[0]).toMatch(/^begin/), { timeout: 10_000 });
  const env = { NODE_OPTIONS: `--import ${join(repository.root, 'slow-lock.mjs')}` };
  const waiters = Array.from({ length: 20 }, () => launchWith(env, 'build'));
  await Promise.all(waiters.map(({ child }) => once(child.stderr!, 'data')));
  holder.kill('SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(reported(), 'its compiler works on').toHaveLength(1);
  rmSync(join(repository.root, 'hang'));
  const ends = await Promise.all(waiters.map(({ ended }) => ended));
  await holderEnded;
  expect(ends.map(({ code, errors }) => (code === 0 ? 0 : errors))).toEqual(waiters.map(() => 0));
  const builds = reported();
  expect(builds).toHaveLength(42);
  const overlaps = builds.filter(
    (line, index) => index % 2 === 1 && line !== builds[index - 1]?.replace('begin', 'end'),
  );
  expect(overlaps, builds.join('\n')).toEqual([]);
  expect(existsSync(join(repository.root, lock))).toBe(false);
}, 60_000);

test('a registry that cannot be reached is said in one line', async () => {
  repository.want('atalaia-is-not-published', '1.0.0');
  const env = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
  const { code, errors } = await launchWith(env, 'test').ended;
  expect(code).toBe(1);
  expect(errors.trim().split('\n').at(-1)).toMatch(/^atalaia: npm cannot reach its registry/);
});

test('[OPS-01] a command that is part of a test run hands on what it is first', async () => {
  expect((await launch('test:install', '--more').ended).out).toBe('tested install --more\n');
  expect((await launch('test:long').ended).out).toBe('tested long\n');
});

test('[OPS-01] the exit code of the program is its own', async () => {
  repository.write('tools/test/src/main.ts', 'process.exit(42);');
  expect((await launch('test').ended).code).toBe(42);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '[OPS-02] %s reaches the program, once',
  async (signal) => {
    repository.write(
      'tools/test/src/main.ts',
      `let times = 0;
     process.on('${signal}', () => { times += 1; setTimeout(() => { console.log('times', times); process.exit(7); }, 300); });
     setInterval(() => {}, 1000);
     console.log('runs');`,
    );
    const { child, ended } = launch('test');
    await once(child.stdout!, 'data');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 7, out: 'runs\ntimes 1\n' });
  },
);

test('[OPS-02] a program that is killed ends the launcher in the same way', async () => {
  repository.write('tools/test/src/main.ts', "process.kill(process.pid, 'SIGKILL');");
  expect((await launch('test').ended).signal).toBe('SIGKILL');
});

test('a signal while it installs ends the install too, and nothing is left locked', async () => {
  repository.want('atalaia-is-not-published', '1.0.0');
  const { child, ended } = launchWith({ npm_config_registry: 'http://127.0.0.1:1' }, 'test');
  await once(child.stderr!, 'data');
  await vi.waitFor(() => expect(readdirSync(join(repository.root, lock))).toHaveLength(2));
  child.kill('SIGTERM');
  // its stderr ends only when npm, which holds it too, has ended
  expect((await ended).signal).toBe('SIGTERM');
  expect(existsSync(join(repository.root, lock))).toBe(false);
});

test.runIf(process.platform === 'linux')('the program ends when the launcher is killed', async () => {
  await launch('test').ended;
  repository.write(
    'tools/test/src/main.ts',
    `process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
     setInterval(() => {}, 1000);
     console.log('runs');`,
  );
  const { child, ended } = launch('test');
  await once(child.stdout!, 'data');
  child.kill('SIGKILL');
  // the output ends only when the program, which holds it too, has ended
  expect((await ended).out).toBe('runs\ntold\n');
});

test.runIf(process.platform === 'linux')(
  '[OPS-02] the program ends when npm is killed while packages are still installed',
  async () => {
    repository.write(
      'tools/test/src/main.ts',
      `process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
     setInterval(() => {}, 1000);`,
    );
    const npm = `require('node:child_process').spawn(process.execPath, ['launch.mjs', 'test'], { stdio: 'inherit' }); setInterval(() => {}, 1000);`;
    const child = start(oneself(), [process.execPath, '-e', npm], {
      cwd: repository.root,
      env: { npm_lifecycle_event: 'test' },
    });
    const end = ended(child);
    await once(child.stderr!, 'data');
    child.kill('SIGKILL');
    // the output ends only when the program, which holds it too, has ended: told, or before it could be
    expect((await end).out).toMatch(/^(told\n)?$/);
  },
);

test('[OPS-01] the web is built when its sources have changed, and only then', async () => {
  const built = () => readFileSync(join(repository.root, 'apps/web/dist/text'), 'utf8');
  expect((await launch('build').ended).errors).toContain('building the web interface');
  expect(built()).toBe('first');
  expect((await launch('build').ended).errors).toBe('');
  repository.write('apps/web/src/a.test.ts', 'a test is no source');
  expect((await launch('build').ended).errors).toBe('');
  repository.write('packages/domain/src/a.ts', 'export const changed = 1;');
  repository.write('apps/web/src/text', 'second');
  expect((await launch('build').ended).errors).toContain('building the web interface');
  expect(built()).toBe('second');
});

test('a build that fails says so and leaves the one before', async () => {
  await launch('build').ended;
  repository.write('apps/web/src/text', 'wrong');
  const { code, errors } = await launch('build').ended;
  expect(code).toBe(1);
  expect(errors).toContain('it does not compile');
  expect(errors).toMatch(/the web interface could not be built \(1\)/);
  expect(readFileSync(join(repository.root, 'apps/web/dist/text'), 'utf8')).toBe('first');
  expect(existsSync(join(repository.root, 'apps/web/dist/half')), 'of the good build').toBe(true);
});

test('[OPS-01] the server runs as one file, made when its sources have changed, and only then', async () => {
  const { errors, out } = await launch('start').ended;
  expect(errors).toContain('building the server');
  expect(out).toBe('bundle first\n');
  expect(await launch('start').ended).toEqual({ code: 0, signal: null, out: 'bundle first\n', errors: '' });
  repository.write('apps/server/src/a.test.ts', 'a test is no source');
  repository.write('packages/protocols/src/gt06/vectors/a.json', 'nor is what decoders are tested with');
  expect((await launch('start').ended).errors).toBe('');
  for (const path of [
    'packages/protocols/src/gt06/gt06.ts',
    'packages/phrases/src/a.ts',
    'tools/server-bundle/a.mjs',
  ]) {
    repository.write(path, 'export const changed = 1;');
    expect((await launch('start').ended).errors, path).toBe(
      path.includes('phrases')
        ? 'atalaia: building the web interface (only when its sources have changed)\natalaia: building the server (only when its sources have changed)\n'
        : 'atalaia: building the server (only when its sources have changed)\n',
    );
  }
  repository.write('apps/server/src/main.ts', "console.log('second');");
  expect((await launch('start').ended).out).toBe('bundle second\n');
});

test('[OPS-01] a server that cannot be made one file runs from its sources and says so, never as an older file', async () => {
  await launch('start').ended;
  repository.write('apps/server/src/main.ts', "console.log('wrong');");
  const { code, out, errors } = await launch('start', 'now').ended;
  expect({ code, out }).toEqual({ code: 0, out: 'wrong\n' });
  expect(errors).toContain('it does not compile');
  expect(errors).toMatch(/^atalaia: the server could not be built \(1\).*: it runs from its sources$/m);
  expect(existsSync(join(repository.root, 'apps/server/dist/main.js')), 'the one before').toBe(false);
  expect(existsSync(join(repository.root, 'apps/server/dist.next')), 'half of this one').toBe(false);
  const tries = () => repository.read('bundled').trim().split('\n').length;
  const before = tries();
  const again = await launch('start').ended;
  expect(again.out).toBe('wrong\n');
  expect(again.errors).toMatch(
    /^atalaia: the server could not be built of these sources before .*: it runs from its sources$/m,
  );
  expect(tries(), 'the same sources are not tried again').toBe(before);
  const dayAgo = Date.now() / 1000 - 86_401;
  utimesSync(join(repository.root, 'node_modules/.atalaia-not-built'), dayAgo, dayAgo);
  await launch('start').ended;
  expect(tries(), 'but a day later: the disk may have been full').toBe(before + 1);
  const building = await launch('build').ended;
  expect(building.code, 'who only builds is told').toBe(1);
  expect(building.errors).toMatch(/the server could not be built \(1\); the lines above say why$/m);
  expect(tries(), 'and has it tried').toBe(before + 2);
  repository.write('apps/server/src/main.ts', "console.log('mended');");
  expect((await launch('start').ended).out).toBe('bundle mended\n');
  repository.write('apps/server/src/main.ts', "console.log('wrong');");
  expect((await launch('start').ended).errors, 'a good one between them').toContain('it does not compile');
  // an install of another machine, or an incomplete one
  rmSync(join(repository.root, 'rolldown/bin'), { recursive: true });
  repository.write('apps/server/src/main.ts', "console.log('without');");
  expect((await launch('start').ended).out).toBe('without\n');
});

test('[OPS-01] of two starts that cannot make the server one file only one tries; what a signal ended is tried again', async () => {
  await launch('start').ended;
  const tries = () => repository.read('bundled').trim().split('\n').length;
  repository.write('apps/server/src/main.ts', "console.log('wrong');");
  const both = await Promise.all([launch('start').ended, launch('start').ended]);
  expect(both.map(({ code, out }) => [code, out])).toEqual([
    [0, 'wrong\n'],
    [0, 'wrong\n'],
  ]);
  expect(tries()).toBe(2);
  repository.write('apps/server/src/main.ts', "console.log('killed');");
  for (const expected of [3, 4]) {
    expect(await launch('start').ended).toMatchObject({ code: 0, out: 'killed\n' });
    expect(tries()).toBe(expected);
  }
});

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => writeFileSync(path, '')],
  ['cut short', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 20))],
])('[OPS-02] a server whose file is %s is made one file again', async (_what, damage) => {
  await launch('start').ended;
  damage(join(repository.root, 'apps/server/dist/main.js'));
  const { code, out, errors } = await launch('start').ended;
  expect({ code, out }).toEqual({ code: 0, out: 'bundle first\n' });
  expect(errors).toContain('building the server');
  expect((await launch('start').ended).errors).toBe('');
});

/** Notes what the launcher has the disk keep, what it removes and puts in place, and what it writes. */
const noting = (root: string) => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const append = fs.appendFileSync;
  const names = new Map();
  const note = (word, path) => {
    if (/apps.(web|server)/.test(path)) append(${JSON.stringify(`${root}/noted`)}, word + ' ' + path.slice(${root.length + 1}) + '\\n');
  };
  const { openSync, fsyncSync } = fs;
  fs.openSync = (path, ...more) => {
    const file = openSync(path, ...more);
    names.set(file, path);
    return file;
  };
  fs.fsyncSync = (file) => {
    note('settled', names.get(file));
    fsyncSync(file);
  };
  for (const [word, name] of [['removed', 'rmSync'], ['wrote', 'writeFileSync']]) {
    const work = fs[name];
    fs[name] = (path, ...more) => {
      note(word, path);
      return work(path, ...more);
    };
  }
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    note('placed', to);
    return renameSync(from, to);
  };
  syncBuiltinESMExports();`;

test('[OPS-02] what is built is on the disk before it is said to be, and the server’s file is there at each moment', async () => {
  await launch('build').ended;
  repository.write('apps/web/src/text', 'second');
  repository.write('apps/server/src/main.ts', "console.log('second');");
  repository.write('noting.mjs', noting(repository.root));
  const env = { NODE_OPTIONS: `--import ${join(repository.root, 'noting.mjs')}` };
  // of the launcher, and not of the compilers that it starts
  expect((await launchWith(env, 'build').ended).code).toBe(0);
  const noted = repository.read('noted').trim().split('\n');
  const after = (first: string, then: string) => {
    expect(noted).toContain(first);
    expect(noted.lastIndexOf(first), `${first}, ${then}`).toBeLessThan(noted.lastIndexOf(then));
  };
  after('settled apps/web/dist.next/text', 'placed apps/web/dist');
  after('placed apps/web/dist', 'settled apps/web');
  after('settled apps/web', 'wrote apps/web/dist/.built-from');
  after('settled apps/server/dist.next/main.js', 'placed apps/server/dist/main.js');
  after('removed apps/server/dist/.built-from', 'placed apps/server/dist/main.js');
  after('placed apps/server/dist/main.js', 'settled apps/server/dist');
  after('settled apps/server/dist', 'wrote apps/server/dist/.built-from');
  after('wrote apps/server/dist/.built-from', 'settled apps/server/dist/.built-from');
  expect(noted).not.toContain('removed apps/server/dist');
  expect(noted).not.toContain('removed apps/server/dist/main.js');
});

test('[OPS-02] what the disk does not take is not said to be built', async () => {
  await launch('build').ended;
  repository.write('apps/server/src/main.ts', "console.log('second');");
  repository.write(
    'full.mjs',
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     fs.fsyncSync = () => { throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }); };
     syncBuiltinESMExports();`,
  );
  const env = { NODE_OPTIONS: `--import ${join(repository.root, 'full.mjs')}` };
  const { code, out, errors } = await launchWith(env, 'start').ended;
  expect({ code, out }).toEqual({ code: 0, out: 'second\n' });
  expect(errors).toMatch(/ENOSPC.*: it runs from its sources$/m);
  const again = await launch('start').ended;
  expect(again.out).toBe('bundle second\n');
  expect(again.errors).toContain('building the server');
});

test('[OPS-01] a change of how the compilers are to read the sources is a change of the sources', async () => {
  repository.write('tsconfig.base.json', '{}');
  await launch('start').ended;
  repository.write('tsconfig.base.json', '{ "compilerOptions": { "target": "es2022" } }');
  const { errors } = await launch('start').ended;
  expect(errors).toContain('building the web interface');
  expect(errors).toContain('building the server');
  expect((await launch('start').ended).errors).toBe('');
});

test('[OPS-02] a place where nothing can be written runs the server from its sources', async () => {
  await launch('start').ended;
  repository.write('apps/server/src/main.ts', "console.log('second');");
  // what a folder that may only be read answers
  repository.write(
    'read-only.mjs',
    `import fs from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     fs.mkdirSync = (path) => { throw Object.assign(new Error('EROFS: read-only ' + path), { code: 'EROFS' }); };
     syncBuiltinESMExports();`,
  );
  const env = { NODE_OPTIONS: `--import ${join(repository.root, 'read-only.mjs')}` };
  const { code, out, errors } = await launchWith(env, 'start').ended;
  expect({ code, out }).toEqual({ code: 0, out: 'second\n' });
  expect(errors).toMatch(/EROFS.*: it runs from its sources$/m);
});

test('[OPS-02] a start whose making of the server was killed leaves nothing broken; of those after it one makes it', async () => {
  await launch('build').ended;
  repository.write('apps/server/src/main.ts', "console.log('second');");
  repository.write('hang', '');
  repository.write('bundled', '');
  const compilersNow = () => repository.read('bundled').trim().split('\n').filter(Boolean);
  const { child, ended } = launch('start');
  await vi.waitFor(() => expect(compilersNow()).toHaveLength(1), { timeout: 10_000 });
  child.kill('SIGKILL');
  process.kill(Number(compilersNow()[0]), 'SIGKILL');
  await ended;
  expect(repository.read('apps/server/dist/main.js'), 'who was about to read it does').toContain('first');
  rmSync(join(repository.root, 'hang'));
  repository.write('apps/server/dist.next/left.js', 'of the killed one');
  const both = await Promise.all([launch('start').ended, launch('start').ended]);
  expect(both.map(({ code, out }) => [code, out])).toEqual([
    [0, 'bundle second\n'],
    [0, 'bundle second\n'],
  ]);
  expect(compilersNow()).toHaveLength(2);
  expect(existsSync(join(repository.root, 'apps/server/dist/half')), 'of the good build').toBe(true);
  expect(existsSync(join(repository.root, 'apps/server/dist.next'))).toBe(false);
  expect(existsSync(join(repository.root, 'apps/server/dist/left.js'))).toBe(false);
});

test('a signal while the server is made one file ends that too, and nothing runs', async () => {
  await launch('test').ended;
  repository.write('hang', '');
  const { child, ended } = launch('start');
  await vi.waitFor(() => expect(existsSync(join(repository.root, 'bundled'))).toBe(true), {
    timeout: 10_000,
  });
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ signal: 'SIGTERM', out: '' });
  expect(existsSync(join(repository.root, lock))).toBe(false);
});

const root = join(import.meta.dirname, '../../..');

/** Bundles what `lines` says beside it, as the server is. */
function bundle(path: string, lines: string, sources: readonly string[]) {
  repository.write(path, lines);
  const config = `${repository.root}/tools/server-bundle/rolldown.config.mjs`;
  for (const name of ['rolldown.config.mjs', 'entry.mjs', 'stacks.mjs', 'lines.mjs'])
    cpSync(join(root, 'tools/server-bundle', name), join(repository.root, 'tools/server-bundle', name));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', config],
      ...['-d', join(repository.root, 'apps/server/dist')],
    ],
    { env: { ...process.env, ATALAIA_SOURCES: sources.join(delimiter) }, encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

const ours = ['apps/server', 'packages', 'tools/server-bundle'];

test('a module from outside the folders that are looked at for changes is not made part of the server', () => {
  repository.write('packages/phrases/src/a.ts', 'console.log(1);');
  const { status, said } = bundle('apps/server/src/main.ts', "import '../../../packages/phrases/src/a.ts';", [
    'apps/server',
    'tools/server-bundle',
  ]);
  expect(status).not.toBe(0);
  expect(said).toMatch(/packages\/\S+ is in none of the folders that launch.mjs looks at/);
});

test.each([
  ['apps/server/src/main.ts', 'console.log(import.meta.filename);', 1],
  ['apps/server/src/main.ts', 'if (import.meta.main) console.log(1);', 1],
  ['apps/server/src/main.ts', "console.log(import.meta.resolve('./main.ts'));", 1],
  ['apps/server/src/main.ts', 'const { url } = import.meta; console.log(url);', 1],
  ['packages/domain/src/a.ts', "console.log(import.meta.resolve('zod'));", 1],
  ['node_modules/some/index.js', 'console.log(import.meta.url);', 1],
  [
    'apps/server/src/main.ts',
    "console.log(import.meta.url, import.meta.dirname, import.meta.resolve('zod'));",
    0,
  ],
])(
  '[OPS-01] what a module asks of its own place is its own place in the bundle too, or there is none: %s %s',
  (path, lines, expected) => {
    repository.write(
      'node_modules/some/package.json',
      '{ "name": "some", "type": "module", "main": "index.js" }',
    );
    if (path !== 'apps/server/src/main.ts') {
      const name = path.startsWith('node_modules') ? 'some' : '../../../packages/domain/src/a.ts';
      repository.write('apps/server/src/main.ts', `import '${name}';`);
    }
    const { status, said } = bundle(path, lines, ours);
    expect(status, said).toBe(expected);
    if (expected === 1) expect(said).toContain('import.meta');
  },
);

/** Says where it is, in line 7, for each word that it is told. */
const failing = `interface Fault { readonly why: string }


process.stdin.on('data', (asked) => {
  const fault: Fault = { why: String(asked).trim() };

  console.log(new Error(fault.why).stack);
});
console.log('ready');
`;

test('[OPS-01] a stack names the lines of the sources that the bundle was made of, also after another took its place', async () => {
  // what a replacement's text would put in
  repository.remove();
  repository = makeSmallRepository('$&-');
  expect(bundle('apps/server/src/main.ts', failing, ours)).toMatchObject({ status: 0 });
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: repository.root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const stackOf = async (why: string) => {
    child.stdin.write(`${why}\n`);
    await vi.waitFor(() => expect(said).toMatch(new RegExp(`Error: ${why}\n( {4}at .*\n)+`)), {
      timeout: 10_000,
    });
    return said.slice(said.indexOf(`Error: ${why}`));
  };
  await vi.waitFor(() => expect(said).toContain('ready'), { timeout: 10_000 });
  expect(await stackOf('one')).toContain(`${repository.root}/apps/server/src/main.ts:7:15`);
  // the next release, whose lines are others
  rmSync(join(repository.root, 'apps/server/dist'), { recursive: true });
  expect(bundle('apps/server/src/main.ts', `${'// later\n'.repeat(40)}${failing}`, ours)).toMatchObject({
    status: 0,
  });
  expect(await stackOf('two')).toContain(`${repository.root}/apps/server/src/main.ts:7:15`);
  child.stdin.end();
  await once(child, 'close');
});

test('[OPS-01] a stack names the lines of the bundle where those of another lie beside it, or none', () => {
  const stack = () =>
    spawnSync(process.execPath, ['apps/server/dist/main.js'], { cwd: repository.root, encoding: 'utf8' })
      .stdout;
  const lines = join(repository.root, 'apps/server/dist/main.js.lines');
  const text = 'console.log(new Error("why").stack);';
  bundle('apps/server/src/main.ts', `\n\n${text}`, ours);
  expect(stack()).toContain('apps/server/src/main.ts:3:');
  const before = readFileSync(lines);
  bundle('apps/server/src/main.ts', text, ours);
  writeFileSync(lines, before);
  expect(stack()).toMatch(/dist\/main\.js:\d+:\d+/);
  rmSync(lines);
  expect(stack()).toMatch(/dist\/main\.js:\d+:\d+/);
  writeFileSync(lines, '\u0004\0\0\0half');
  expect(stack()).toMatch(/^Error: why\n {4}at .*dist\/main\.js:\d+:\d+/);
});

test('an unknown command is told which there are', async () => {
  const { code, errors } = await launch('dance').ended;
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^atalaia: say one of: start, demo, backup, restore, import:traccar, test/),
  });
});
