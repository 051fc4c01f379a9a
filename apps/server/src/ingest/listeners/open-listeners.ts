import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import type { IngestContext } from '../connection/ingest-context.ts';
import type { Listener } from './listener.ts';
import { listenTcp } from './tcp-listener.ts';
import { listenUdp } from './udp-listener.ts';

/**
 * Opens every transport of the protocols on their usual ports plus the offset, all or none. Throws a `ConfigError` for
 * a port that cannot be had.
 */
export async function openListeners(
  protocols: readonly Protocol[],
  host: string,
  portOffset: number,
  ingestContext: IngestContext,
): Promise<readonly Listener[]> {
  const open = (protocol: Protocol, transport: Transport) => {
    const place = { protocol, host, port: protocol.port + portOffset, ingestContext };
    return transport === 'udp' ? listenUdp(place) : listenTcp({ ...place, transport });
  };
  const attempts = protocols.flatMap((protocol) =>
    protocol.transports.map((transport) => open(protocol, transport)),
  );
  const results = await Promise.allSettled(attempts);
  const listeners = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return listeners;
  await Promise.all(listeners.map((listener) => listener.close()));
  throw failure.reason;
}
