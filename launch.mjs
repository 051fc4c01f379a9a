#!/usr/bin/env node
/**
 * `npm start`, `npm run demo`, `npm test` and the rest: brings what is missing, then becomes the program that was asked
 * for. One file without dependencies, valid on Node 20: on a fresh clone it runs before anything is installed, with
 * whatever Node the machine has. The program itself runs on the Node that npm brings for this platform.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
const dist = join(root, 'apps/web/dist');

/** What each command runs, and whether it serves the web interface. `build` only brings what is missing. */
const commands = {
  start: { entry: 'apps/server/src/main.ts', web: true },
  demo: { entry: 'tools/simulator/src/demo.ts', web: true },
  // builds the web itself, as one of its checks
  test: { entry: 'tools/test/src/main.ts', web: false },
  bench: { entry: 'tools/bench/src/main.ts', web: true },
  crash: { entry: 'tools/crash/src/main.ts', web: false },
  decode: { entry: 'tools/decode/src/main.ts', web: false },
  fuzz: { entry: 'tools/fuzz/src/main.ts', web: false },
  'docs:protocols': { entry: 'tools/protocol-pages/src/main.ts', web: false },
  screens: { entry: 'tools/screens/src/main.ts', web: true },
  build: { entry: undefined, web: true },
};

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
/** There while an install is under way: npm cannot tell a package that was unpacked by half from a whole one. */
const installing = join(modules, '.atalaia-installing');
/** npm's own list of what it put into node_modules, which it writes when it has finished. */
const installedList = join(modules, '.package-lock.json');

function isInstalled() {
  if (existsSync(installing)) return false;
  const wanted = lockText();
  const stamp = hashOf(wanted, process.platform, process.arch);
  if (readIfThere(installStamp) === stamp) return true;
  if (!holdsAll(JSON.parse(wanted))) return false;
  tryWrite(installStamp, stamp);
  return true;
}

function holdsAll(lock) {
  const text = readIfThere(installedList);
  if (text === undefined) return false;
  const present = JSON.parse(text).packages;
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => path.startsWith('node_modules/') && isForThisMachine(wanted))
    .every(([path, { version, resolved, link }]) => {
      const found = present[path];
      return found && (link ? found.link && found.resolved === resolved : found.version === version);
    });
}

/**
 * What npm leaves out of the lock file's packages for another machine is no sign of an old install: those of another
 * platform or libc, and optional ones of no platform, which only those others may need.
 */
function isForThisMachine({ os, cpu, libc, optional }) {
  if (optional && !os && !cpu) return false;
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && !libc;
}

async function install(heldLock) {
  say('installing packages (only when package-lock.json has changed)');
  if (existsSync(installing) || !existsSync(installedList)) {
    rmSync(modules, { recursive: true, force: true, maxRetries: 3 });
  }
  mkdirSync(modules, { recursive: true });
  rmSync(installStamp, { force: true });
  writeFileSync(installing, '');
  const npm = findNpm();
  const args = [
    // As `npm ci`, it takes the versions of the lock file and leaves that file alone. `ci` itself refuses a lock file
    // that leaves out another platform's optional packages, and npm writes such ones.
    'install',
    '--no-save',
    // whatever the person's settings leave out: the database and Node itself are optional packages, the web's
    // compiler a development one
    '--include=optional',
    '--include=dev',
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
  writeFileSync(installStamp, hashOf(lockText(), process.platform, process.arch));
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

/** What the web is made of; `packages/protocols` is the server's alone. */
const webSources = [
  'apps/web',
  'packages/contract',
  'packages/domain',
  'packages/phrases',
  'package-lock.json',
];
const notSources = new Set(['node_modules', 'dist', 'dist.next']);

/** Holds the hash of the sources that `dist` was built from. */
const webStamp = join(dist, '.built-from');

const isBuilt = () => readIfThere(webStamp) === hashOfSources();

function hashOfSources() {
  const files = webSources.flatMap((path) => filesBelow(join(root, path))).sort();
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
async function build(heldLock) {
  say('building the web interface (only when its sources have changed)');
  const next = join(root, 'apps/web/dist.next');
  const stamp = hashOfSources();
  const vite = join(modules, 'vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
  const { code } = await run(findNode(), args, { cwd: join(root, 'apps/web') }, heldLock);
  if (code !== 0)
    throw new Refusal(`the web interface could not be built (${code}); the lines above say why`);
  writeFileSync(join(next, '.built-from'), stamp);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
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

async function takeLock() {
  const draft = `${lockPath}.${process.pid}`;
  const write = (pids) => writeFileSync(draft, pids.join(' '));
  write([process.pid]);
  for (let told = false; ; ) {
    try {
      linkSync(draft, lockPath);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holders = (readIfThere(lockPath) ?? '').split(' ').map(Number).filter(isAlive);
    if (holders.length === 0) {
      rmSync(lockPath, { force: true });
    } else {
      if (!told)
        say(`process ${holders[0]} is installing or building here; waiting (its lock is ${lockPath})`);
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return {
    /** Also names the child, which goes on working when this process is killed. */
    addChild(pid) {
      write([process.pid, pid]);
      renameSync(draft, lockPath);
    },
    release() {
      rmSync(draft, { force: true });
      rmSync(lockPath, { force: true });
    },
  };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // signal 0 also reaches a zombie
    return !/\) [ZX] /.test(readIfThere(`/proc/${pid}/stat`) ?? '');
  } catch (error) {
    return error.code === 'EPERM';
  }
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
    child.once('spawn', () => heldLock.addChild(child.pid));
    child.once('error', (error) => reject(new Refusal(`${file} cannot be run: ${error.message}`)));
    child.once('close', (code, signal) => {
      for (const name of endSignals) process.off(name, stop);
      if (stoppedBy) reject(new Stopped(stoppedBy));
      else resolve({ code: signal ?? code, errors });
    });
  });
}

/**
 * Becomes the program: signals go to it, its end is ours. Where the machine can, the program is told to end when this
 * process is killed, so that the next start finds the data free.
 */
function become(node, args) {
  const told = ['--pdeathsig', 'TERM', '--'];
  const canTell = spawnSync('setpriv', [...told, 'true'], { stdio: 'ignore' }).status === 0;
  const [file, ...rest] = [...(canTell ? ['setpriv', ...told] : []), node, ...args];
  const child = spawn(file, rest, { cwd: root, stdio: 'inherit' });
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
  const npm = npmPid();
  const watch = setInterval(() => {
    if (npmPid() === npm) return;
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
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
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

  if (!isInstalled()) await alone((lock) => isInstalled() || install(lock));
  if (command.web && !isBuilt()) await alone((lock) => isBuilt() || build(lock));
  if (command.entry) become(findNode(), [command.entry, ...args]);
}

main().catch((error) => {
  if (error instanceof Stopped) return process.kill(process.pid, error.message);
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = 1;
});
