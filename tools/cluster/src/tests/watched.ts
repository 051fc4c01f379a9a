/** The board and the alerts of `deploy/` against a running cluster and a real Prometheus. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '@atalaia/fixtures/free-ports';
import { expect, test } from 'vitest';
import { findProgram } from '../debian-packages.ts';
import { startPart } from '../part.ts';
import { makeCertificate } from '../testing/certificate.ts';
import type { Scene } from '../testing/scene.ts';

const deploy = join(import.meta.dirname, '../../../../deploy');
const alertsFile = join(deploy, 'prometheus/alerts.yml');

interface Board {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const expressions = () => {
  const board: Board = JSON.parse(readFileSync(join(deploy, 'grafana/atalaia.json'), 'utf8'));
  const ofAlerts = [...readFileSync(alertsFile, 'utf8').matchAll(/^ +expr: (.*)$/gm)].map(
    ([, expr = '']) => expr,
  );
  return [...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...ofAlerts];
};

/** Names of what is measured, without the parts of a histogram; a choice in brackets is both. */
const namesIn = (text: string) =>
  text
    .replace(/\{__name__=~"(\w+)\((\w+)\|(\w+)\)(\w+)"\}/g, '$1$2$4 $1$3$4')
    .match(/\b(?:atalaia|process|nodejs|probe)_[a-z0-9_]+/g)
    ?.map((name) => name.replace(/_bucket$/, ''))
    .filter((name) => name !== 'probe_success') ?? [];

export function canBeWatched(scene: () => Scene): void {
  test('[OPS-03] [SCALE-07] every name in the board and the alerts is measured, and Prometheus reads every process and rule', async () => {
    const { cluster } = scene();
    const folder = join(cluster.folder, 'watched');
    mkdirSync(folder);
    const front = await startFront(folder);
    const probe = await startProbe(folder);
    const targets = cluster.processes.map(({ server }) => `127.0.0.1:${server.port}`);
    const prometheus = await startPrometheus(folder, targets, `${probe.port}`, front.url);
    try {
      const exposed = await Promise.all([
        ...targets.map((target) => fetch(`http://${target}/metrics`).then((answer) => answer.text())),
        fetch(probe.addressOf(front.url)).then((answer) => answer.text()),
      ]);
      const measured = new Set([...exposed.join('\n').matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
      const named = new Set(expressions().flatMap(namesIn));
      expect(named.size).toBeGreaterThan(20);
      // of a replica, where there is one
      const expected = [...named].filter((name) => cluster.patroni || !name.startsWith('atalaia_replica'));
      expect(expected.filter((name) => !measured.has(name))).toEqual([]);

      const value = async (query: string) => {
        const answer = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
        const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
        return Number(data.result[0]?.value[1]);
      };
      await expect.poll(() => value('count(up{job="atalaia"} == 1)')).toBe(targets.length);
      await expect.poll(() => value('(probe_ssl_earliest_cert_expiry - time()) / 86400')).toBeGreaterThan(20);
      const rules = async () => {
        const { data } = (await (await fetch(`${prometheus.url}/api/v1/rules`)).json()) as {
          data: { groups: { rules: { name: string; health: string }[] }[] };
        };
        return data.groups.flatMap((group) => group.rules).filter(({ health }) => health !== 'ok');
      };
      await expect.poll(rules).toEqual([]);
    } finally {
      await prometheus.part.end();
      await probe.part.end();
      front.close();
    }
  });
}

/** Behind a certificate of 30 days. */
async function startFront(folder: string) {
  const { key, cert } = makeCertificate(folder);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function startProbe(folder: string) {
  const port = await findFreePort();
  const file = join(folder, 'blackbox.yml');
  const module = { prober: 'http', http: { tls_config: { insecure_skip_verify: true } } };
  writeFileSync(file, JSON.stringify({ modules: { http_2xx: module } }));
  const part = await startPart({
    name: 'blackbox exporter',
    command: [
      findProgram('prometheus-blackbox-exporter') ?? 'prometheus-blackbox-exporter',
      ...[`--config.file=${file}`, `--web.listen-address=127.0.0.1:${port}`],
    ],
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok,
  });
  const addressOf = (target: string) =>
    `http://127.0.0.1:${port}/probe?module=http_2xx&target=${encodeURIComponent(target)}`;
  return { part, port, addressOf };
}

async function startPrometheus(folder: string, targets: readonly string[], probePort: string, front: string) {
  const port = await findFreePort();
  copyFileSync(alertsFile, join(folder, 'alerts.yml'));
  const file = join(folder, 'prometheus.yml');
  // JSON is YAML
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [
      { job_name: 'atalaia', static_configs: [{ targets }] },
      {
        job_name: 'atalaia-front',
        metrics_path: '/probe',
        params: { module: ['http_2xx'], target: [front] },
        static_configs: [{ targets: [`127.0.0.1:${probePort}`] }],
      },
    ],
  };
  writeFileSync(file, JSON.stringify(config));
  const url = `http://127.0.0.1:${port}`;
  const part = await startPart({
    name: 'prometheus',
    command: [
      ...[findProgram('prometheus') ?? 'prometheus', `--config.file=${file}`],
      ...[`--storage.tsdb.path=${join(folder, 'series')}`, `--web.listen-address=127.0.0.1:${port}`],
    ],
    isReady: async () => (await fetch(`${url}/-/ready`)).ok,
  });
  return { part, url };
}
