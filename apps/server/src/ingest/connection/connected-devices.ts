import type { Protocol, TrackerSession, Transport } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import type { Claim } from './claims-queries.ts';
import type { Delivery, DeviceConnection, TrackerCommand } from './device-connections.ts';
import type { IngestContext } from './ingest-context.ts';

/** The devices that use one connection, and the commands that go out on it. */
export interface ConnectedDevices {
  /**
   * Deals claims to those of these devices that have none on this connection. A promise while it waits for them: after it,
   * asking again gives undefined at once.
   */
  claim(devices: readonly IngestDevice[]): Promise<unknown> | undefined;
  /** A message of the device came. Returns the device's claim; undefined where connections claim nothing. */
  received(device: IngestDevice, receivedMs: number): Claim | undefined;
  /** The peer has closed. What it sent before is still processed, but nothing is sent to it any more. */
  peerClosed(): void;
  /** Nothing more of what the peer sent is processed: its devices are offline. */
  end(): void;
}

export interface ConnectedDevicesParts {
  readonly protocol: Protocol;
  readonly transport: Transport;
  readonly peer: { send(bytes: Uint8Array): boolean };
  readonly ingestContext: IngestContext;
  /** The tracker's session now. */
  session(): TrackerSession;
  /** The conversation takes nothing more. */
  isOver(): boolean;
  /** All its devices use newer connections. */
  onAllReplaced(): void;
}

export function createConnectedDevices(parts: ConnectedDevicesParts): ConnectedDevices {
  const { protocol, transport, peer } = parts;
  const { clock, metrics, intake, claims, deviceConnections, silence, trouble } = parts.ingestContext;
  const devices = new Map<number, IngestDevice>();
  /** Dealt to each device at its first message here, and anew after another connection had it. */
  const issued = new Map<number, Claim>();
  let isPeerClosed = false;
  let commandsSent = 0;

  /** Commands do not wait for the writers: they leave at once, between two replies. */
  const deliver = ({ uniqueId, settings, ...command }: TrackerCommand): Delivery => {
    if (parts.isOver()) return { kind: 'away' };
    if (!protocol.commands) return { kind: 'refused', code: 'unknown-type', message: 'no commands' };
    const sequence = commandsSent + 1;
    const context = {
      uniqueId,
      settings,
      session: parts.session(),
      transport,
      sequence,
      nowMs: clock.now(),
    };
    const encoded = protocol.commands.encode(command, context);
    if ('error' in encoded) return { kind: 'refused', ...encoded.error };
    if (!peer.send(encoded.bytes)) return { kind: 'away' };
    commandsSent = sequence;
    metrics.commands.inc({ protocol: protocol.name });
    return { kind: 'sent' };
  };

  const connection: DeviceConnection = {
    protocol: protocol.name,
    replaced(deviceId) {
      metrics.takeovers.inc({ protocol: protocol.name });
      devices.delete(deviceId);
      issued.delete(deviceId);
      if (devices.size === 0) parts.onAllReplaced();
    },
    deliver,
  };

  const issue = (deviceId: number): Promise<unknown> | undefined => {
    const claim = claims.issue();
    if (claim instanceof Promise) return claim.then((given) => issued.set(deviceId, given));
    issued.set(deviceId, claim);
    return undefined;
  };

  return {
    claim(senders) {
      if (transport !== 'tcp') return undefined;
      // nearly always all have theirs
      if (senders.every(({ id }) => issued.has(id))) return undefined;
      const missing = new Set<number>();
      for (const { id } of senders) if (!issued.has(id)) missing.add(id);
      const waiting = [...missing].map(issue).filter((answer) => answer !== undefined);
      return waiting.length > 0 ? Promise.all(waiting) : undefined;
    },
    received(device, receivedMs) {
      silence.received(device, receivedMs);
      if (transport === 'udp') deviceConnections.datagram(device.id, connection);
      const claim = transport === 'tcp' ? issued.get(device.id) : undefined;
      if (claim) {
        devices.set(device.id, device);
        // on a connection that has closed the device reports, and is offline again, but no command goes there
        if (!isPeerClosed) deviceConnections.hold(device.id, connection, claim);
      }
      deviceConnections.received(device.id);
      return claim;
    },
    peerClosed() {
      isPeerClosed = true;
    },
    end() {
      for (const device of devices.values()) {
        const claim = issued.get(device.id);
        if (!claim || !deviceConnections.drop(device.id, claim)) continue;
        // it closed, or was closed, because nothing is acknowledged now: only later silence makes it offline
        if (trouble()) continue;
        silence.forget(device.id);
        intake.push({ kind: 'closed', device, receivedMs: clock.now(), claim });
      }
      devices.clear();
    },
  };
}
