/**
 * What a vehicle, its engine and its cargo can have. A value outside is what a broken sensor, a torn wire or another model's
 * layout gives: it is kept under another name (`rawPower`), and counts for nothing.
 */

type Limits = readonly [least: number, most: number];

/** EN 50155: 110 V, the highest of the supplies in use, is at most 137.5 V. */
const volts: Limits = [0, 150];
/** Wired probes (DS18B20) measure -55 to 125 °C; asphalt is carried at 180 °C. */
const celsius: Limits = [-60, 200];
/** SAE J1979, coolant, oil and intake: a byte above -40 °C. */
const engineCelsius: Limits = [-40, 215];
/** The road vehicle with the longest way made 5.2 million kilometres. */
const metres: Limits = [0, 1e10];
/** Of a road vehicle's own computer: SAE J1979 has a byte, trains go further. */
const kph: Limits = [0, 400];
/** J1939-71, SPN 190, is 8031 at most; motorcycles turn faster. */
const turns: Limits = [0, 20_000];
/** Twenty-two years without a stop, ms. */
const operation: Limits = [0, 200_000 * 3_600_000];
/** The tanks of a locomotive. */
const litres: Limits = [0, 30_000];
/** The largest engine of a locomotive, 4.5 MW, at full load. */
const litresAnHour: Limits = [0, 1500];
/** At that rate for as long as a vehicle may run. */
const litresUsed: Limits = [0, 1500 * 200_000];
const percent: Limits = [0, 100];

const limitsOfKey: ReadonlyMap<string, Limits> = new Map([
  ['power', volts],
  ['battery', volts],
  ['deviceTemp', celsius],
  ['batteryTemp', celsius],
  ['engineTemp', engineCelsius],
  ['coolantTemp', engineCelsius],
  ['intakeTemp', engineCelsius],
  ['oilTemp', engineCelsius],
  ['fuelTemp', engineCelsius],
  ['odometer', metres],
  ['obdOdometer', metres],
  ['serviceOdometer', metres],
  ['tripOdometer', metres],
  ['obdSpeed', kph],
  ['rpm', turns],
  ['hours', operation],
  ['fuel', litres],
  ['fuelLevel', percent],
  ['fuelLevel2', percent],
  ['batteryLevel', percent],
  ['throttle', percent],
  ['engineLoad', percent],
  ['fuelConsumption', litresAnHour],
  ['fuelUsed', litresUsed],
  ['drivingTime', operation],
  ['runtime', operation],
  ['humidity', percent],
]);

/** By the end of their key: those of several sensors, supplies, cells and tyres (`temp3`, `tag1Temp`, `cell2Voltage`). */
const limitsOfFamily: readonly (readonly [keys: RegExp, limits: Limits])[] = Object.freeze([
  [/^temp(?:erature|Probe)?\d*$|[a-z\d]Temp(?:erature)?\d*$/, celsius],
  [/^power\d+$|^battery\d+$|^voltage\d*$|[a-z\d](?:Voltage|Battery)\d*$/, volts],
  [/^(?:humidity|fuelLevel|battery\d+Level|batteryLevel)\d*$|[a-z\d](?:Humidity|BatteryLevel)\d*$/, percent],
  [/^fuel\d+$/, litres],
  [/[a-z\d]Odometer$/, metres],
  [/[a-z\d]SpeedKph$/, kph],
] as const);

/** What a value that was implausible is kept under. It has no limits, so that who is sent it on does not set it aside again. */
const rawKey = /^raw[^a-z]/;

/**
 * What was looked up, undefined for a key without limits. Trackers make up few keys, and short ones; who makes up many or long
 * ones is not remembered.
 */
const known = new Map<string, Limits | undefined>(limitsOfKey);
const mostKnown = 2000;
const longestKnown = 64;

function limitsOf(key: string): Limits | undefined {
  const limits = known.get(key);
  if (limits !== undefined || known.has(key)) return limits;
  const found = rawKey.test(key) ? undefined : limitsOfFamily.find(([keys]) => keys.test(key))?.[1];
  if (key.length <= longestKnown && known.size < mostKnown) known.set(key, found);
  return found;
}

/** Whether a value is one that the attribute of a vehicle can have; what has no limits always is. */
export function isPlausible(key: string, value: unknown): boolean {
  if (typeof value !== 'number') return true;
  const limits = limitsOf(key);
  return limits === undefined || (value >= limits[0] && value <= limits[1]);
}

/** What an implausible value is kept under: `rawPower`, `rawTemp1`. */
export function rawKeyOf(key: string): string {
  return `raw${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}
