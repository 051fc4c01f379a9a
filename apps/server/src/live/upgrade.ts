/**
 * `GET /api/socket?b={token}` becomes a WebSocket. The viewer and what he sees are read before the connection is
 * accepted, so that a client which loads the snapshot after `open` misses nothing between the two.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocketServer } from 'ws';
import { type Authenticator, cookieTokenOf, credentialsOf } from '../platform/http/authentication.ts';
import { endSocket } from '../platform/http/connections/disconnect.ts';
import { clientAddressOf, type IsProxy } from '../platform/http/connections/proxies.ts';
import { isForeignSite } from '../platform/http/origins.ts';
import { fieldWishesOf } from './field-clients.ts';
import type { Hub, Viewer } from './hub.ts';
import { gapOf } from './missed-events.ts';
import { wantsFirstPositions } from './snapshot/first-positions.ts';

export const livePath = '/api/socket';

export interface UpgradeParts {
  readonly hub: Hub;
  /** Who asks, by `b=` or `token=` in the address, by Bearer or by the session's cookie; undefined for a stranger. */
  readonly authenticate: (request: IncomingMessage, url: URL) => Promise<Viewer | undefined>;
  /** Other sites whose pages may open it. */
  readonly trustedOrigins?: ReadonlySet<string> | undefined;
  readonly onError: (error: unknown) => void;
  readonly onClientError: (error: unknown) => void;
}

/** Clients have nothing to say on this channel beyond a few control words of the field's apps. */
const options: ServerOptions = { noServer: true, perMessageDeflate: false, maxPayload: 4096 };

export function attachUpgrade(server: Server, parts: UpgradeParts): () => void {
  const { hub, authenticate, trustedOrigins = new Set(), onError, onClientError } = parts;
  const sockets = new WebSocketServer(options);

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => {
    // no page can make a browser send the second of these, so it need not be asked whether a proxy wrote it
    const ownHosts = [request.headers.host, request.headers['x-forwarded-host']];
    if (isForeignSite(request.headers, ownHosts, trustedOrigins)) return refuse(socket, 403, 'Forbidden');
    const viewer = await authenticate(request, url);
    if (!viewer) return refuse(socket, 401, 'Unauthorized');
    try {
      await hub.enter(viewer);
    } catch (error) {
      hub.leave(viewer);
      throw error;
    }
    if (socket.destroyed) return hub.leave(viewer);
    let hasJoined = false;
    socket.once('close', () => {
      if (!hasJoined) hub.leave(viewer);
    });
    sockets.handleUpgrade(request, socket, head, (opened) => {
      hasJoined = true;
      hub.join(viewer, opened, {
        wantsPositions: wantsFirstPositions(url),
        wishes: fieldWishesOf(url),
        gap: gapOf(url),
      });
    });
  };

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', onClientError);
    // refused by a bound of the web port
    if (!socket.writable) return;
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== livePath) return refuse(socket, 404, 'Not Found');
    accept(request, socket, head, url).catch((error) => {
      onError(error);
      refuse(socket, 503, 'Service Unavailable');
    });
  };
  server.on('upgrade', onUpgrade);
  return () => {
    server.off('upgrade', onUpgrade);
    sockets.close();
  };
}

function refuse(socket: Duplex, status: number, words: string): void {
  endSocket(socket, `HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Whose session a live connection is opened with. */
interface LiveViewer {
  readonly userId: number;
  readonly tokenHash: string;
  readonly expiresMs: number;
}

/**
 * Who opens a live connection: by `?b=` or `?token=`, by Bearer or by the session's cookie; undefined for a stranger.
 * A name and password open none, since there is no session whose end would close it.
 */
export function liveViewerOf(authenticator: Pick<Authenticator, 'byToken'>, isProxy: IsProxy) {
  return async (request: IncomingMessage, url: URL): Promise<LiveViewer | undefined> => {
    // a browser names where its page is with every upgrade; that it is ours was looked at
    const isBrowserByHttps = request.headers.origin?.startsWith('https://') ?? false;
    const cookieToken = cookieTokenOf(request.headers.cookie, isBrowserByHttps);
    const carried = credentialsOf(request.headers, cookieToken);
    const inAddress = url.searchParams.get('b') ?? url.searchParams.get('token');
    const token =
      inAddress ?? (typeof carried === 'object' && carried.via !== 'basic' ? carried.token : undefined);
    if (!token) return undefined;
    const caller = await authenticator.byToken(token, 'bearer', clientAddressOf(request, isProxy));
    if (caller?.needsSecondFactor) return undefined;
    const scopes = caller?.session?.scopes;
    if (scopes && !scopes.includes('live')) return undefined;
    return caller?.session && { userId: caller.userId, ...caller.session };
  };
}
