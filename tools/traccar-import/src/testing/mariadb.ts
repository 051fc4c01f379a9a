import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

const program = '/usr/sbin/mariadbd';

/** Debian's MariaDB with these statements carried out, on a free port; or why there is none. */
export async function startMariadb(
  statements: readonly string[],
): Promise<{ address: string; stop(): Promise<void> } | { missing: string }> {
  if (!existsSync(program) && !install()) {
    return { missing: 'mariadb-server is not installed, and apt-get could not bring it' };
  }
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-mariadb-'));
  const port = await freePort();
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const data = `--datadir=${join(folder, 'data')}`;
  const made = spawnSync(
    '/usr/bin/mariadb-install-db',
    ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db', ...asRoot],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr}${made.stdout}`);
  const server = spawn(
    program,
    [
      ...['--no-defaults', data, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve'],
      ...[`--socket=${join(folder, 'socket')}`, '--character-set-server=utf8mb4', ...asRoot],
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const root = await connectSoon(port);
    await root.query("CREATE DATABASE traccar; CREATE USER moving@'127.0.0.1' IDENTIFIED BY 'p:w'");
    await root.query("GRANT SELECT ON traccar.* TO moving@'127.0.0.1'; USE traccar");
    await root.query("SET time_zone = '+00:00'");
    for (const statement of statements) await root.query(statement);
    await root.end();
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: `jdbc:mysql://127.0.0.1:${port}/traccar?useSSL=false&user=moving&password=p:w`, stop };
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', 'update'], { env });
  spawnSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'mariadb-server'], { env });
  return existsSync(program);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function connectSoon(port: number): Promise<mysql.Connection> {
  for (let tries = 1; ; tries++) {
    try {
      return await mysql.createConnection({
        host: '127.0.0.1',
        port,
        user: 'root',
        multipleStatements: true,
      });
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
