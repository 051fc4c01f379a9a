import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-tool.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where a Chromium is, installing the system's one where that is allowed; or why there is none. */
export type Chromium = { readonly path: string } | { readonly missing: string };

export async function ensureChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  const given = env.CHROMIUM_PATH;
  if (given) return isProgram(given) ? { path: given } : { missing: `CHROMIUM_PATH=${given} is no program` };
  const found = find(env);
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !inPath('apt-get', env)) {
    return { missing: 'no Chromium is installed: install one, or say where it is with CHROMIUM_PATH' };
  }
  console.log('installing Chromium (only the first time)');
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { env: quiet });
  await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'], { env: quiet });
  const installed = find(env);
  return installed
    ? { path: installed }
    : { missing: 'apt-get could not install chromium; its lines above say why' };
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
