import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-tool.ts';

/** Chromium without its own window, tabs and menus: most journeys run in it, in a tenth less of processor time. */
const shellName = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where a Chromium is, and its shell where there is one, installing the system's where that is allowed; or why there is none. */
export type Chromium =
  | { readonly path: string; readonly shell?: string | undefined }
  | { readonly missing: string };

export async function ensureChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const given = env.CHROMIUM_PATH;
  if (given) return isProgram(given) ? { path: given } : { missing: `CHROMIUM_PATH=${given} is no program` };
  const found = find(env);
  const mayInstall = process.getuid?.() === 0 && inPath('apt-get', env) !== undefined;
  if (!found && !mayInstall)
    return { missing: 'no Chromium is installed: install one, or say where it is with CHROMIUM_PATH' };
  // a person's machine is given no more than it needs
  const isWanted = !found || env.CI !== undefined;
  if (mayInstall && isWanted && !(found && inPath(shellName, env)))
    await install(found ? [shellName] : ['chromium', shellName]);
  const path = find(env);
  return path
    ? { path, shell: inPath(shellName, env) }
    : { missing: 'apt-get could not install chromium; its lines above say why' };
}

/** Those of these packages that there are: not every distribution has the shell. */
async function install(packages: readonly string[]): Promise<void> {
  console.log('installing Chromium (only the first time)');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const quickly = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
  await run('apt-get', [...quickly, 'update'], { env });
  for (const name of packages)
    await run('apt-get', [...quickly, 'install', '-y', '--no-install-recommends', name], { env });
}

function find(env: NodeJS.ProcessEnv): string | undefined {
  return names.map((name) => inPath(name, env)).find((path) => path !== undefined);
}

function inPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
