/**
 * The server as a browser meets it, as light as it can be: the real web files, served by the real server's code, and a
 * recording instead of a database.
 */
import { join } from 'node:path';
import type { Session } from '@atalaia/contract/accounts/session';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { tileHostsFrom } from '@atalaia/contract/server/tile-sources';
import type { App } from '@atalaia/server/src/platform/http/app-type.ts';
import { handleErrors } from '@atalaia/server/src/platform/http/errors/error-handler.ts';
import { noteRouteMethods } from '@atalaia/server/src/platform/http/route-methods.ts';
import { compressFiles } from '@atalaia/server/src/platform/http/web-files/compressed-files.ts';
import { serveWebFiles } from '@atalaia/server/src/platform/http/web-files/web-files.ts';
import { createWebPage } from '@atalaia/server/src/platform/http/web-files/web-page.ts';
import fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { runInChild } from '../process/run-in-child.ts';
import { answerFrom } from './fake-answers.ts';
import { makeRecording, type RecordingPlan, tickMs } from './recording.ts';
import type { View } from './sentinels.ts';

export interface FakePlan {
  readonly recording: RecordingPlan;
  readonly view: View;
  /** Who signs in is an end client instead of an administrator. */
  readonly isClient?: boolean;
}

export type FakeMessage =
  | { readonly kind: 'listening'; readonly origin: string }
  /** A file went out: its address, without the host. */
  | { readonly kind: 'served'; readonly path: string }
  /** The last viewer left: when each tick was written to him, ms since 1970. */
  | { readonly kind: 'played'; readonly sentAtMs: readonly number[] };

const webRoot = join(import.meta.dirname, '../../../../apps/web/dist');

/** Milliseconds since 1970 that never step back, as the page reads them too. */
const clockMs = () => performance.timeOrigin + performance.now();

runInChild<FakePlan, null, FakeMessage>(async ({ recording, view, isClient = false }, parent) => {
  const recordedMs = Date.now();
  const { snapshot, ticks } = makeRecording(recording, recordedMs);

  /** A tick of the recording; once it is over it begins anew, with the time moved on. */
  function tickAt(number: number): Buffer {
    const entry = number % ticks.length;
    const tick = ticks[entry] ?? Buffer.alloc(0);
    const lapMs = (number - entry) * tickMs;
    if (lapMs === 0) return tick;
    const timeMs = recordedMs + (entry + 1) * tickMs;
    const [time, later] = [timeMs, timeMs + lapMs].map((ms) => new Date(ms).toISOString());
    return Buffer.from(tick.toString().replaceAll(time ?? '', later ?? ''));
  }

  const snapshotBytes = Buffer.from(JSON.stringify(snapshot));
  await compressFiles(webRoot);
  const app: App = fastify();
  const page = createWebPage({
    root: webRoot,
    mapHosts: async () => ({ pictures: tileHostsFrom({}), texts: [] }),
  });
  handleErrors(app, page, () => false, noteRouteMethods(app));
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null, {}));
  app.addHook('onResponse', async ({ url }) => parent.send({ kind: 'served', path: url }));
  app.post('/api/session', async () => session(recording.devices, isClient));
  app.get('/api/session', async () => session(recording.devices, isClient));
  app.get('/api/server', async () => serverSettings(view));
  app.get('/api/live/snapshot', async (_request, reply) =>
    reply.type('application/json').send(snapshotBytes),
  );
  answerFrom(app, snapshot);
  await serveWebFiles(app, webRoot, page);

  const sockets = new WebSocketServer({ server: app.server, path: '/api/socket', perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    const startMs = clockMs();
    const sentAtMs: number[] = [];
    const play = () => {
      while (clockMs() >= startMs + (sentAtMs.length + 1) * tickMs) {
        const tick = tickAt(sentAtMs.length);
        sentAtMs.push(clockMs());
        socket.send(tick, { binary: false });
      }
    };
    const timer = setInterval(play, 5);
    socket.on('close', () => {
      clearInterval(timer);
      parent.send({ kind: 'played', sentAtMs });
    });
  });

  parent.send({ kind: 'listening', origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
  await new Promise((resolve) => parent.stop.addEventListener('abort', resolve));
  return null;
});

function session(deviceCount: number, isClient: boolean): Session {
  return {
    id: 1,
    customerId: 0,
    customerName: null,
    companyId: 0,
    name: 'Administrator',
    email: 'admin@example.com',
    login: null,
    phone: null,
    map: null,
    latitude: 0,
    longitude: 0,
    zoom: 0,
    twelveHourFormat: false,
    coordinateFormat: null,
    poiLayer: null,
    disabled: false,
    administrator: !isClient,
    readonly: false,
    deviceReadonly: false,
    limitCommands: false,
    fixedEmail: false,
    temporary: false,
    deskRole: 'none',
    expirationTime: null,
    deviceLimit: isClient ? 0 : -1,
    userLimit: isClient ? 0 : -1,
    attributes: {},
    token: 'a-token',
    deviceCount,
    needsSecondFactor: false,
  };
}

function serverSettings({ latitude, longitude, zoom }: View): PublicServerSettings {
  return {
    id: 1,
    map: null,
    mapUrl: null,
    latitude,
    longitude,
    zoom,
    twelveHourFormat: false,
    forceSettings: false,
    coordinateFormat: null,
    poiLayer: null,
    registration: false,
    administrator: false,
    readonly: false,
    deviceReadonly: false,
    limitCommands: false,
    deviceLimit: 0,
    timezone: null,
    speedUnit: null,
    distanceUnit: null,
    volumeUnit: null,
    announcement: null,
    emailEnabled: false,
    textEnabled: false,
    geocoderEnabled: true,
    openIdEnabled: false,
    openIdForce: false,
    openIdName: null,
    newServer: false,
    attributes: {},
    version: '0',
  };
}
