/** A vehicle of the fleet with the tracker in it: it drives, answers commands and reports to the real server. */
import type { FleetVehicle } from './fleet/fleet.ts';
import { createRandom } from './random.ts';
import { createReporter, type Reporter } from './reporter.ts';
import type { City, CityFile } from './road/load-cities.ts';
import type { Stage } from './scene/play-scene.ts';
import { createTracker, portOf, wireOf } from './tracker/create-tracker.ts';
import { createUplink } from './tracker/uplink.ts';
import { blockCommandOf } from './vehicle/block-command.ts';
import { createVehicle } from './vehicle/vehicle.ts';

/** Whereto and how often trackers report. */
export interface Line {
  readonly host: string;
  /** Added to every protocol's usual port. */
  readonly portOffset: number;
  /** The same for those that speak in datagrams, which no proxy passes on; `portOffset` by default. */
  readonly datagramPortOffset?: number;
  /** Times as many reports as usual. */
  readonly rate: number;
  readonly seed: string;
  /** Called when a connection fails, for the log. */
  onTrouble?(uniqueId: string, reason: Error): void;
}

export interface DrivenVehicle extends Stage {
  readonly reporter: Reporter;
}

/** A fleet comes on within this time, not all at one instant. */
const arrivalSeconds = 4;

const altitudes: Readonly<Record<CityFile, number>> = {
  'sao-paulo': 760,
  'rio-de-janeiro': 12,
  curitiba: 930,
  contagem: 880,
  florianopolis: 9,
};

/** Nothing moves or is sent but by `vehicle.advance` and `reporter.tick`; throws where the city has no such road. */
export function createDrivenVehicle(one: FleetVehicle, city: City, line: Line): DrivenVehicle {
  const { host, portOffset, datagramPortOffset = portOffset, seed, rate, onTrouble } = line;
  const road = city.roads[one.road];
  if (road === undefined) throw new Error(`${city.name} has no road ${one.road}`);
  const { uniqueId, dialect: protocol } = one;
  const { kind, start, forward, driverKey } = one;
  const offset = wireOf(protocol)?.inDatagrams ? datagramPortOffset : portOffset;
  const vehicleSeed = `${seed}/${uniqueId}`;
  const altitudeMetres = altitudes[one.city];
  const vehicle = createVehicle({
    ...{ seed: vehicleSeed, road, altitudeMetres },
    ...{ kind, start, forward, driverKey },
  });
  const uplink = createUplink({
    createTracker: (events) =>
      createTracker({ protocol, uniqueId, host, port: portOf(protocol) + offset, events }),
    onCommand: (text) => {
      const command = blockCommandOf(text);
      if (command) vehicle.block(command.blocks);
      return command?.answer;
    },
    onTrouble: (reason) => onTrouble?.(uniqueId, reason),
  });
  const firstSeconds = createRandom(vehicleSeed, 'arrival').between(0, arrivalSeconds);
  const reporter = createReporter({ vehicle, uplink, rate, firstSeconds });
  return { vehicle, uplink, reporter, report: (alarm) => reporter.reportNow(Date.now(), alarm) };
}
