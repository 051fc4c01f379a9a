import type { Protocol, TrackerSession, Transport } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import type { Delivery, DeviceConnection, TrackerCommand } from './device-connections.ts';
import type { IngestContext } from './ingest-context.ts';

/** The devices that use one connection, and the commands that go out on it. */
export interface ConnectedDevices {
  /** A message of the device came. */
  received(device: IngestDevice, receivedMs: number): void;
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
  const { clock, metrics, intake, deviceConnections, silence, trouble } = parts.ingestContext;
  const devices = new Map<number, IngestDevice>();
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
      if (devices.size === 0) parts.onAllReplaced();
    },
    deliver,
  };

  return {
    received(device, receivedMs) {
      silence.received(device, receivedMs);
      if (transport === 'udp') deviceConnections.datagram(device.id, connection);
      else if (transport === 'tcp' && !isPeerClosed) {
        devices.set(device.id, device);
        deviceConnections.hold(device.id, connection);
      }
      deviceConnections.received(device.id);
    },
    peerClosed() {
      isPeerClosed = true;
    },
    end() {
      for (const device of devices.values()) {
        if (!deviceConnections.drop(device.id, connection)) continue;
        // it closed, or was closed, because nothing is acknowledged now: only later silence makes it offline
        if (trouble()) continue;
        silence.forget(device.id);
        intake.push({ kind: 'closed', device, receivedMs: clock.now() });
      }
      devices.clear();
    },
  };
}
