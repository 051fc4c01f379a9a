import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of `localhost`, for 30 days; `both` holds certificate and key, as HAProxy reads them. */
export function makeCertificate(folder: string): {
  readonly key: string;
  readonly cert: string;
  readonly both: string;
} {
  const [key, cert, both] = [join(folder, 'key.pem'), join(folder, 'cert.pem'), join(folder, 'both.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', cert],
  ]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  return { key, cert, both };
}
