/** Rules as a large installation has them, where the fleet of the benchmark drives. */

const geofenceCount = 5000;

/** The fleet's part of the country: see `encodePackets`. */
const south = -20;
const west = -50;
const height = 5;
const width = 0.5;

/** The same for every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Circles, polygons of up to 40 corners and roads, some 600 m across: a vehicle passes through one every few minutes. */
export function geofenceAreas(): readonly string[] {
  const random = createRandom(7);
  return Array.from({ length: geofenceCount }, (_, index) => {
    const latitude = south + random() * height;
    const longitude = west + random() * width;
    const size = 0.001 + random() * 0.004;
    if (index % 3 === 0) return `CIRCLE (${latitude} ${longitude}, ${Math.round(size * 111_000)})`;
    const corners = 4 + Math.floor(random() * 36);
    const places = Array.from({ length: corners }, (_, corner) => {
      const turn = (corner / corners) * 2 * Math.PI;
      const far = size * (0.7 + random() * 0.3);
      return `${latitude + far * Math.sin(turn)} ${longitude + far * Math.cos(turn)}`;
    });
    return index % 3 === 1
      ? `POLYGON ((${places.join(', ')}))`
      : `LINESTRING (${places.slice(0, 6).join(', ')})`;
  });
}

export interface ComputedLoad {
  readonly attribute: string;
  readonly expression: string;
  readonly type: string;
}

/** What people really compute: scaled readings, states made of several values, sums with the position before. */
export const computedAttributes: readonly ComputedLoad[] = [
  { attribute: 'temp1', expression: 'round(adc1 * 0.0125 - 1.2, 1)', type: 'number' },
  { attribute: 'fuel', expression: 'adc2 * 0.06', type: 'number' },
  { attribute: 'charging', expression: 'power > 13.2', type: 'boolean' },
  { attribute: 'idling', expression: 'ignition && speed < 1', type: 'boolean' },
  { attribute: 'speeding', expression: 'speed > 60 ? 2 : speed > 40 ? 1 : 0', type: 'number' },
  { attribute: 'odometerKm', expression: 'floor(odometer / 1000)', type: 'number' },
  { attribute: 'gained', expression: 'odometer - lastOdometer', type: 'number' },
  { attribute: 'door', expression: 'bit(input, 2) == 1', type: 'boolean' },
  { attribute: 'trunk', expression: 'bit(input, 3) == 1', type: 'boolean' },
  { attribute: 'alarm', expression: "power < 9 ? 'powerCut' : null", type: 'string' },
  { attribute: 'batteryLevel', expression: 'min(100, max(0, (battery - 3.5) * 143))', type: 'number' },
  { attribute: 'heading', expression: "course < 90 || course >= 270 ? 'N' : 'S'", type: 'string' },
  { attribute: 'goodFix', expression: 'valid && sat >= 4', type: 'boolean' },
  { attribute: 'rpmBand', expression: 'floor(rpm / 500)', type: 'number' },
  { attribute: 'axle', expression: '(io10 ?? 0) + (io11 ?? 0)', type: 'number' },
  { attribute: 'accelerating', expression: 'speed - lastSpeed > 5', type: 'boolean' },
  { attribute: 'state', expression: "protocol + '-' + (motion ? 'on' : 'off')", type: 'string' },
  { attribute: 'trailer', expression: "contains(status, 'T1')", type: 'boolean' },
  { attribute: 'high', expression: 'altitude > 1500', type: 'boolean' },
  { attribute: 'hdopBad', expression: '(hdop ?? 1) > 4', type: 'boolean' },
];
