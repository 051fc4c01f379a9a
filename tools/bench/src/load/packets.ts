/** What one tracker will send, put into bytes before anything is measured. */
import { gt06 } from '@atalaia/simulator/wire/gt06';
import { completeReport, type Report } from '@atalaia/simulator/wire/report';
import type { StreamWire } from '@atalaia/simulator/wire/stream-wire';
import { teltonika } from '@atalaia/simulator/wire/teltonika';

export type LoadProtocol = 'gt06' | 'teltonika';

export const loadWires: Readonly<Record<LoadProtocol, StreamWire>> = Object.freeze({ gt06, teltonika });

export interface LoadPlan {
  readonly protocol: LoadProtocol;
  readonly uniqueId: string;
  readonly packetCount: number;
  readonly positionsPerPacket: number;
  /** Packets of this plan that were made before; these come after them. */
  readonly after?: number;
  /** Fix time of the first position of all, a whole second, ms since 1970 UTC; each next one is `stepMs` later. */
  readonly firstFixMs: number;
  readonly stepMs: number;
  /** Of so many positions the ignition is off in one, each vehicle's at another place: two events. Absent: never. */
  readonly ignitionOffEvery?: number;
}

export interface Packets {
  readonly protocol: LoadProtocol;
  readonly login: Uint8Array;
  /** All packets one after another, each `packetBytes` long. */
  readonly bytes: Buffer;
  readonly packetBytes: number;
  readonly packetCount: number;
  readonly positionsPerPacket: number;
}

/** A vehicle at some 40 km/h on a straight line, somewhere in the middle of Brazil by its number. */
export function encodePackets(plan: LoadPlan): Packets {
  const { protocol, uniqueId, packetCount, positionsPerPacket, after = 0 } = plan;
  const wire = loadWires[protocol];
  const vehicle = Number(uniqueId.slice(-6));
  const packets: Uint8Array[] = [];
  for (let index = after; index < after + packetCount; index += 1) {
    const reports = Array.from({ length: positionsPerPacket }, (_, place) =>
      reportOf(plan, vehicle, index * positionsPerPacket + place),
    );
    packets.push(wire.reports({ uniqueId, serial: (index % 0xffff) + 1 }, reports));
  }
  const packetBytes = packets[0]?.length ?? 0;
  if (packets.some((packet) => packet.length !== packetBytes))
    throw new Error('packets of different lengths');
  return {
    protocol,
    login: wire.login?.(uniqueId) ?? new Uint8Array(0),
    bytes: Buffer.concat(packets),
    packetBytes,
    packetCount,
    positionsPerPacket,
  };
}

const metresPerSecond = 11;
const metresPerDegree = 111_320;

function reportOf(
  { firstFixMs, stepMs, ignitionOffEvery }: LoadPlan,
  vehicle: number,
  index: number,
): Report {
  const seconds = (index * stepMs) / 1000;
  return completeReport({
    fixTimeMs: firstFixMs + index * stepMs,
    latitude: -20 + (vehicle % 100) * 0.05 + (seconds * metresPerSecond) / metresPerDegree,
    longitude: -50 + Math.floor(vehicle / 100) * 0.05,
    speedKph: 40,
    ignition: !ignitionOffEvery || (index + vehicle * 7919) % ignitionOffEvery > 0,
    odometerMetres: 1_000_000 + seconds * metresPerSecond,
  });
}
