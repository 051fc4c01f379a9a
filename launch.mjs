#!/usr/bin/env node
/**
 * `npm start`, `npm run demo`, `npm test` and the rest: brings what is missing, then becomes the program that was asked
 * for. One file without dependencies, valid on Node 20: on a fresh clone it runs before anything is installed, with
 * whatever Node the machine has. The program itself runs on the Node that npm brings for this platform.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
/** What Node compiled of the sources and of the bundle: it halves a start. Each has its own entry, so that none is ever outdated. */
const compiled = join(modules, '.atalaia-compiled');

/**
 * What each command runs, with which arguments of Node's and of its own before those that were given, and whether it
 * serves the web interface. What has a `bundle` runs as that one file, or from its sources where it cannot be made.
 * `build` only brings what is missing. What has `checkers` needs the packages that check and test too, which the product
 * runs without.
 */
const commands = {
  // a young generation, and an old one looked through at twice its size and not at four times, that keep the server at 350
  // MB at rest, at 600 under full load
  start: {
    entry: 'apps/server/src/main.ts',
    node: ['--max-semi-space-size=16', '--heap-growing-percent=100'],
    bundle: 'apps/server/dist/main.js',
    web: true,
  },
  demo: { entry: 'tools/simulator/src/demo.ts', web: true },
  backup: { entry: 'apps/server/src/backup.ts', web: false },
  restore: { entry: 'apps/server/src/restore.ts', web: false },
  'import:traccar': { entry: 'tools/traccar-import/src/main.ts', web: false },
  // builds the web itself, as one of its checks
  test: { entry: 'tools/test/src/main.ts', web: false, checkers: true },
  'test:install': { entry: 'tools/test/src/main.ts', args: ['install'], web: false, checkers: true },
  'test:cluster': { entry: 'tools/test/src/main.ts', args: ['cluster'], web: false, checkers: true },
  'test:long': { entry: 'tools/test/src/main.ts', args: ['long'], web: false, checkers: true },
  bench: { entry: 'tools/bench/src/main.ts', web: true, checkers: true },
  'bench:versus': { entry: 'tools/bench/src/versus.ts', web: false, checkers: true },
  cluster: { entry: 'tools/cluster/src/main.ts', web: true },
  crash: { entry: 'tools/crash/src/main.ts', web: false, checkers: true },
  decode: { entry: 'tools/decode/src/main.ts', web: false },
  fuzz: { entry: 'tools/fuzz/src/main.ts', web: false, checkers: true },
  'docs:protocols': { entry: 'tools/protocol-pages/src/main.ts', web: false, checkers: true },
  clients: { entry: 'tools/fixtures/src/api-clients/main.ts', web: false, checkers: true },
  schemathesis: { entry: 'tools/fixtures/src/schemathesis/main.ts', web: false, checkers: true },
  screens: { entry: 'tools/screens/src/main.ts', web: true, checkers: true },
  advisories: { entry: 'tools/advisories/src/main.ts', web: false, checkers: true },
  build: { entry: undefined, web: true },
};

/** Who started us, before anything takes time: whoever is killed while packages are installed is missed too. */
const startedBy = npmPid();

const oldestNode = 20;
/** Runs `.ts` as it is; needed only where npm has no Node for this platform. */
const programNode = 24;

/** A reason a person can act on: printed as one line, without a stack. */
class Refusal extends Error {}

/** A signal that came while something was installed or built. */
class Stopped extends Error {}

const say = (line) => console.error(`atalaia: ${line}`);
const majorOf = (version) => Number.parseInt(version, 10);

// --- what is installed

const lockText = () => readFileSync(join(root, 'package-lock.json'));
const hashOf = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** Says, in node_modules, for which package-lock.json it was last found complete. */
const installStamp = join(modules, '.atalaia-installed');
/** There while an install is under way: npm cannot distinguish a package that was unpacked by half from a whole one. */
const installing = join(modules, '.atalaia-installing');
/** npm's own list of what it put into node_modules, which it writes when it has finished. */
const installedList = join(modules, '.package-lock.json');

function isInstalled(checkers) {
  if (existsSync(installing)) return false;
  const wanted = lockText();
  const stamp = readIfThere(installStamp);
  if (stamp === stampOf(wanted, true) || (!checkers && stamp === stampOf(wanted, false))) return true;
  if (!holdsAll(JSON.parse(wanted), checkers)) return false;
  tryWrite(installStamp, stampOf(wanted, checkers));
  return true;
}

const stampOf = (wanted, checkers) =>
  hashOf(wanted, process.platform, process.arch, checkers ? ' with checkers' : '');

function holdsAll(lock, checkers) {
  const present = installedPackages();
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => path.startsWith('node_modules/') && isForThisMachine(wanted))
    .filter(([, { dev, link, resolved }]) => checkers || !(link ? lock.packages[resolved]?.dev : dev))
    .every(([path, { version, resolved, link }]) => {
      const found = present[path];
      return found && (link ? found.link && found.resolved === resolved : found.version === version);
    });
}

/** As npm listed them; none when it has not finished once. */
const installedPackages = () => JSON.parse(readIfThere(installedList) ?? '{ "packages": {} }').packages;

/**
 * What npm leaves out of the lock file's packages for another machine is no sign of an old install: those of another
 * platform or libc, and optional ones of no platform, which only those others may need.
 */
function isForThisMachine({ os, cpu, libc, optional }) {
  if (optional && !os && !cpu) return false;
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && !libc;
}

async function install(heldLock, checkers) {
  say('installing packages (only when package-lock.json has changed)');
  if (existsSync(installing) || !existsSync(installedList)) {
    rmSync(modules, { recursive: true, force: true, maxRetries: 3 });
  }
  // checkers that are there stay, and follow the lock file
  const withCheckers = checkers || Object.values(installedPackages()).some(({ dev }) => dev);
  mkdirSync(modules, { recursive: true });
  rmSync(installStamp, { force: true });
  writeFileSync(installing, '');
  // npm writes its list in place: where it is a hard link of another checkout's, that one's would change with it
  const list = readIfThere(installedList);
  rmSync(installedList, { force: true });
  if (list !== undefined) writeFileSync(installedList, list);
  const npm = findNpm();
  const args = [
    // As `npm ci`, it takes the versions of the lock file and leaves that file alone. `ci` itself refuses a lock file
    // that leaves out another platform's optional packages, and npm writes such ones.
    'install',
    '--no-save',
    // whatever the person's settings leave out: the database and Node itself are optional packages
    '--include=optional',
    // checkers are development packages
    withCheckers ? '--include=dev' : '--omit=dev',
    // packages state the Node that the program runs on, not the one that runs npm
    '--engine-strict=false',
    '--loglevel=error',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  const { code, errors } = await run(
    npm.file,
    [...npm.args, ...args],
    { cwd: root, shell: npm.shell },
    heldLock,
  );
  if (code !== 0) {
    const offline =
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/.test(errors);
    throw new Refusal(
      offline
        ? 'npm cannot reach its registry: connect this machine, or set its proxy (npm config set proxy …), and try again'
        : `npm install failed (${code}); its lines above say why`,
    );
  }
  writeFileSync(installStamp, stampOf(lockText(), withCheckers));
  rmSync(installing);
}

/** The npm that started this, or the one in PATH. */
function findNpm() {
  const started = process.env.npm_execpath;
  if (started && /npm-cli\.[cm]?js$/.test(started) && existsSync(started)) {
    return { file: process.execPath, args: [started], shell: false };
  }
  return { file: 'npm', args: [], shell: process.platform === 'win32' };
}

/** The Node that npm brought for this platform, as a file and not through a link or shim; else a recent enough own. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const file = join(modules, name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (existsSync(file)) return file;
  if (majorOf(process.versions.node) >= programNode) return process.execPath;
  throw new Refusal(
    `npm has not installed ${name}: remove node_modules and start again without omit=optional, ` +
      `or use Node ${programNode} or later (this is ${process.version})`,
  );
}

// --- what is built

/** What compilers read of how the sources are meant. */
const compilerSettings = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
/**
 * `sources` are what a build is made of, `program` and `args` its compiler; `packages/protocols` is the server's alone. What has
 * a `result` is only built where that file is as long as it was: the web's are compressed beside it later.
 */
const web = {
  name: 'the web interface',
  folder: join(root, 'apps/web'),
  sources: [
    ...['apps/web', 'packages/contract', 'packages/domain', 'packages/phrases', 'package-lock.json'],
    ...compilerSettings,
  ],
  program: 'vite/bin/vite.js',
  args: (next) => ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
};
const server = {
  name: 'the server',
  folder: join(root, 'apps/server'),
  sources: ['apps/server', 'packages', 'tools/server-bundle', 'package-lock.json', ...compilerSettings],
  result: 'main.js',
  program: 'rolldown/bin/cli.mjs',
  args: (next) => [
    '-c',
    join(root, 'tools/server-bundle/rolldown.config.mjs'),
    '-d',
    next,
    '--log-level',
    'warn',
  ],
};
/** Vectors are what decoders are tested with. */
const notSources = new Set(['node_modules', 'dist', 'dist.next', 'vectors', 'command-vectors']);

const distOf = ({ folder }) => join(folder, 'dist');
/** Says what sources `dist` was built from. */
const stampIn = (dist) => join(dist, '.built-from');
/** Holds the hash of the sources of which the server could not be made one file. */
const failure = join(modules, '.atalaia-not-built');

const isBuilt = (one) => readIfThere(stampIn(distOf(one))) === stampFor(one, hashOfSources(one));

function stampFor(one, hash) {
  if (one.result === undefined) return hash;
  return `${hash} ${statSync(join(distOf(one), one.result), { throwIfNoEntry: false })?.size}`;
}

function hashOfSources({ sources }) {
  const files = sources.flatMap((path) => filesBelow(join(root, path))).sort();
  return hashOf(...files.flatMap((file) => [relative(root, file), '\0', readFileSync(file), '\0']));
}

function filesBelow(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter((entry) => !notSources.has(entry.name) && !entry.name.includes('.test.'))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
    );
}

/** Builds beside the present one and then takes its place, so that an interrupted build leaves nothing half done. */
async function build(one, heldLock) {
  say(`building ${one.name} (only when its sources have changed)`);
  const next = join(one.folder, 'dist.next');
  const hash = hashOfSources(one);
  rmSync(next, { recursive: true, force: true });
  const { code } = await run(
    findNode(),
    [join(modules, one.program), ...one.args(next)],
    { cwd: one.folder, env: { ...process.env, ATALAIA_SOURCES: one.sources.join(delimiter) } },
    heldLock,
  );
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true });
    if (one.result !== undefined) {
      // whoever runs it by a command of his own runs no older one beside these sources
      rmSync(join(distOf(one), one.result), { force: true });
      // what a signal ended may come to its end the next time
      if (typeof code === 'number') tryWrite(failure, hash);
    }
    throw new Refusal(`${one.name} could not be built (${code}); the lines above say why`);
  }
  if (one.result !== undefined) rmSync(failure, { force: true });
  putInPlace(one, next, hash);
  // another release's sources: what was compiled of those before serves nobody
  rmSync(compiled, { recursive: true, force: true });
}

/**
 * What is built lies on the disk before it is said to be built: of a machine that lost its power. The server's file takes the
 * place of the one before at once, which a start that found that one built is about to read.
 */
function putInPlace(one, next, hash) {
  const dist = distOf(one);
  const files = filesIn(next);
  for (const file of files) settle(join(next, file));
  if (one.result === undefined) {
    rmSync(dist, { recursive: true, force: true });
    renameSync(next, dist);
  } else {
    for (const old of existsSync(dist) ? filesIn(dist) : [])
      if (!files.includes(old)) rmSync(join(dist, old));
    for (const file of files) {
      mkdirSync(dirname(join(dist, file)), { recursive: true });
      renameSync(join(next, file), join(dist, file));
    }
    rmSync(next, { recursive: true });
  }
  for (const folder of new Set(files.map((file) => dirname(join(dist, file))))) settle(folder);
  settle(one.folder);
  writeFileSync(stampIn(dist), stampFor(one, hash));
  settle(stampIn(dist));
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)));

/** Waits until the disk has it: a file, or the names in a folder. */
function settle(path) {
  let file;
  try {
    file = openSync(path, 'r');
    fsyncSync(file);
  } catch (error) {
    // not every system lets what was opened to be read, or a folder, be waited for
    if (['EIO', 'ENOSPC', 'EDQUOT'].includes(error.code)) throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Builds what its sources outdated; of several starts at once one does. */
const bring = async (one, before = () => undefined) => {
  if (isBuilt(one)) return;
  before();
  await alone(async (lock) => {
    if (isBuilt(one)) return;
    before();
    await build(one, lock);
  });
};

/** For a day: it may have been the disk, or a package, and not the sources. */
function requireUntried() {
  const triedMs = statSync(failure, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - triedMs < 86_400_000 && readIfThere(failure) === hashOfSources(server))
    throw new Refusal(
      'the server could not be built of these sources before (try with: node launch.mjs build)',
    );
}

/** Whether the server's bundle is there and made of the present sources: it only saves time. */
async function bringBundle() {
  try {
    await bring(server, requireUntried);
    return true;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    say(`${error.message}: it runs from its sources`);
    return false;
  }
}

// --- one at a time

const lockPath = join(root, '.launch.lock');

/** Runs `work` while no other launcher of this checkout installs or builds; a killed one's lock is taken over. */
async function alone(work) {
  const lock = await takeLock();
  try {
    await work(lock);
  } finally {
    lock.release();
  }
}

/**
 * The lock is a folder with one file for each process that holds it, named after the process. It is taken by renaming
 * a folder of one's own into its place, which the system does only where there is none or an empty one. A dead
 * process's file is removed by its name, so who found an older holder dead never removes the lock of who was faster.
 */
async function takeLock() {
  const names = [processName(process.pid)];
  for (let told = false; !tryTake(names[0]); ) {
    const holder = liveHolder();
    if (holder === undefined) continue;
    if (!told) say(`process ${holder} is installing or building here; waiting (its lock is ${lockPath})`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    /** Also names the child, which continues working when this process is killed. */
    addChild(pid) {
      const name = processName(pid);
      mkdirSync(lockPath, { recursive: true });
      writeFileSync(join(lockPath, name), '');
      names.push(name);
    },
    release() {
      for (const name of names) rmSync(join(lockPath, name), { force: true });
      removeIfEmpty(lockPath);
    },
  };
}

function tryTake(name) {
  if (existsSync(lockPath)) return false;
  const draft = `${lockPath}.${name}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, name), '');
  try {
    renameSync(draft, lockPath);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true });
    // what Linux, macOS and Windows say of a folder or file that is in the way
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

/** The pid of a process that holds the lock; undefined when none does any more, the lock then removed. */
function liveHolder() {
  let names;
  try {
    names = readdirSync(lockPath);
  } catch (error) {
    // a file is no lock: an older release, or an interrupted write, left it
    if (error.code === 'ENOTDIR') removeFile(lockPath);
    else if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
  const living = names.find(stillRuns);
  if (living !== undefined) return Number.parseInt(living, 10);
  for (const name of names) rmSync(join(lockPath, name), { force: true, recursive: true });
  removeIfEmpty(lockPath);
  return undefined;
}

/** Never a folder: by now that is somebody's lock. */
function removeFile(path) {
  try {
    unlinkSync(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) throw error;
  }
}

function removeIfEmpty(path) {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code)) throw error;
  }
}

/** A process for good: its pid, and when it started, since pids are used again. */
const processName = (pid) => `${pid}-${startOf(pid) ?? 'unknown'}`;

function stillRuns(name) {
  const [, pid, started] = /^([1-9]\d*)-(\w+)$/.exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  const start = startOf(pid);
  return start !== 'ended' && (start === undefined || start === started);
}

/** As text, only to be compared; `ended` for a zombie, which signal 0 also reaches; undefined where nobody tells. */
function startOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return startByPs(pid);
  // fields 3 and 22, counted from the bracket that closes the command, which may itself hold blanks
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return /[ZX]/.test(fields[0]) ? 'ended' : fields[19];
}

function startByPs(pid) {
  if (process.platform === 'win32') return undefined;
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'stat=,lstart='], { encoding: 'utf8' });
  const [state = '', ...words] = (stdout ?? '').trim().split(/\s+/);
  if (words.length === 0) return undefined;
  return state.startsWith('Z') ? 'ended' : words.join('').replaceAll(/\W/g, '');
}

// --- processes

const endSignals = ['SIGTERM', 'SIGHUP', 'SIGINT'];

/**
 * Runs a step to its end, showing all it says on stderr, since stdout is the program's; answers its exit code or
 * signal, and what it wrote as errors. A signal that comes meanwhile ends the step, and then this process.
 */
function run(file, args, options, heldLock) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 2, 'pipe'] });
    let errors = '';
    let stoppedBy;
    const stop = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of endSignals) process.on(signal, stop);
    child.stderr.on('data', (chunk) => {
      errors += chunk;
      process.stderr.write(chunk);
    });
    if (child.pid !== undefined) heldLock.addChild(child.pid);
    child.once('error', (error) => reject(new Refusal(`${file} cannot be run: ${error.message}`)));
    child.once('close', (code, signal) => {
      for (const name of endSignals) process.off(name, stop);
      if (stoppedBy) reject(new Stopped(stoppedBy));
      else resolve({ code: signal ?? code, errors });
    });
  });
}

/**
 * Becomes the program: signals go to it, its end is ours. Where the machine can, the program is ended when this
 * process is killed, so that the next start finds the data free.
 */
function become(node, args) {
  const told = ['--pdeathsig', 'TERM', '--'];
  const canTell = spawnSync('setpriv', [...told, 'true'], { stdio: 'ignore' }).status === 0;
  const [file, ...rest] = [...(canTell ? ['setpriv', ...told] : []), node, ...args];
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env };
  const child = spawn(file, rest, { cwd: root, stdio: 'inherit', env });
  const forward = (signal) => child.kill(signal);
  for (const signal of endSignals) process.on(signal, forward);
  endWithNpm(child);
  child.once('error', (error) => {
    say(`${node} cannot be run: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of endSignals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

/** npm that is killed cannot tell us: a process whose parent has ended gets another. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const watch = setInterval(() => {
    if (npmPid() === startedBy) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500).unref();
}

/** npm starts us through a shell, which has become us or waits between npm and us. */
function npmPid() {
  const shell = `/proc/${process.ppid}`;
  if (!readIfThere(join(shell, 'cmdline'))?.includes('launch.mjs')) return process.ppid;
  const stat = readIfThere(join(shell, 'stat')) ?? '';
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
}

// --- files

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // a process that ends while its file in /proc is read is ESRCH
    if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes(error.code)) return undefined;
    throw error;
  }
}

/** For what only saves time the next time: somebody else's node_modules may be read-only. */
function tryWrite(path, text) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch {
    // compared again at the next start
  }
}

// --- main

async function main() {
  if (majorOf(process.versions.node) < oldestNode) {
    throw new Refusal(`Node ${oldestNode} or later is needed; this is ${process.version}`);
  }
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (!command) throw new Refusal(`say one of: ${Object.keys(commands).join(', ')}`);

  const checkers = command.checkers === true;
  if (!isInstalled(checkers)) await alone((lock) => isInstalled(checkers) || install(lock, checkers));
  if (command.web) await bring(web);
  // whoever builds wants to know that it failed; whoever starts wants a server
  if (!command.entry) return void (await bring(server));
  const isBundled = command.bundle !== undefined && (await bringBundle());
  const entry = isBundled ? command.bundle : command.entry;
  become(findNode(), [...(command.node ?? []), entry, ...(command.args ?? []), ...args]);
}

main().catch((error) => {
  if (error instanceof Stopped) return process.kill(process.pid, error.message);
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = 1;
});
