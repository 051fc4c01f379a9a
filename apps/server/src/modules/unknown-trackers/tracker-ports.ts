import type { TrackerPort } from '@atalaia/contract/devices/unknown-tracker';
import type { Protocol } from '@atalaia/protocols/protocol';
import type { Config } from '../../platform/config/config.ts';

/** Where trackers find the server, of the protocols that are switched on. */
export function trackerPorts(
  protocols: readonly Pick<Protocol, 'name' | 'port' | 'transports'>[],
  config: Pick<Config, 'protocols' | 'portOffset'>,
): TrackerPort[] {
  return protocols
    .filter(({ name }) => config.protocols.includes(name))
    .map(({ name, port, transports }) => ({
      protocol: name,
      port: port + config.portOffset,
      transports: [...transports],
    }));
}
