/** Which value holds when the server and a person both have one (SET-01). */
import { type CoordinateFormat, coordinateFormats } from '../geo/coordinates.ts';
import { isTimezone } from '../time/zoned-time.ts';
import {
  type DistanceUnit,
  defaultDistanceUnit,
  defaultSpeedUnit,
  defaultVolumeUnit,
  distanceUnits,
  type SpeedUnit,
  speedUnits,
  type VolumeUnit,
  volumeUnits,
} from '../units/units.ts';

export const defaultTimezone = 'America/Fortaleza';
export const defaultMap = 'osm';
/** Where a map starts that nobody has set: Brazil as a whole (MAP-08). */
export const defaultMapStart = Object.freeze({ latitude: -14.2, longitude: -51.9, zoom: 4 });

/** What the server's row or a user's row and attributes say. Absent, null and empty text all mean: not set. */
export interface SettingValues {
  readonly map?: unknown;
  readonly latitude?: unknown;
  readonly longitude?: unknown;
  readonly zoom?: unknown;
  readonly twelveHourFormat?: unknown;
  readonly coordinateFormat?: unknown;
  readonly poiLayer?: unknown;
  /** IANA zone. */
  readonly timezone?: unknown;
  readonly speedUnit?: unknown;
  readonly distanceUnit?: unknown;
  readonly volumeUnit?: unknown;
}

export interface ServerValues extends SettingValues {
  readonly forceSettings?: boolean;
}

/** What holds. */
export interface Settings {
  readonly map: string;
  readonly mapStart: { readonly latitude: number; readonly longitude: number; readonly zoom: number };
  readonly twelveHourFormat: boolean;
  readonly coordinateFormat: CoordinateFormat;
  readonly poiLayer: string | undefined;
  readonly timezone: string;
  readonly speedUnit: SpeedUnit;
  readonly distanceUnit: DistanceUnit;
  readonly volumeUnit: VolumeUnit;
}

/**
 * Settles every setting: the person's value over the server's, or the server's over the person's when the server forces
 * settings; then the product's default. A value the product does not know (a unit, a zone) counts as not set.
 *
 * A map's start is the place of whoever has one, latitude and longitude together, and the zoom on its own; 0 is "not
 * set" there, as forms send it (USR-01: numbers default 0), so nobody can start in the Gulf of Guinea by accident.
 */
export function resolveSettings(server: ServerValues, user: SettingValues = {}): Settings {
  const inOrder = server.forceSettings ? [server, user] : [user, server];
  const first = <T>(read: (values: SettingValues) => T | undefined): T | undefined => {
    for (const values of inOrder) {
      const value = read(values);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const place = first(placeOf) ?? defaultMapStart;
  return {
    map: first(({ map }) => textOf(map)) ?? defaultMap,
    mapStart: {
      latitude: place.latitude,
      longitude: place.longitude,
      zoom: first(({ zoom }) => (isNumber(zoom) && zoom > 0 ? zoom : undefined)) ?? defaultMapStart.zoom,
    },
    twelveHourFormat: first(({ twelveHourFormat: given }) => booleanOf(given)) ?? false,
    coordinateFormat: first(({ coordinateFormat }) => oneOf(coordinateFormats, coordinateFormat)) ?? 'dd',
    poiLayer: first(({ poiLayer }) => textOf(poiLayer)),
    timezone: first(({ timezone }) => (isTimezone(timezone) ? timezone : undefined)) ?? defaultTimezone,
    speedUnit: first(({ speedUnit }) => oneOf(speedUnits, speedUnit)) ?? defaultSpeedUnit,
    distanceUnit: first(({ distanceUnit }) => oneOf(distanceUnits, distanceUnit)) ?? defaultDistanceUnit,
    volumeUnit: first(({ volumeUnit }) => oneOf(volumeUnits, volumeUnit)) ?? defaultVolumeUnit,
  };
}

function placeOf({ latitude, longitude }: SettingValues) {
  if (!isNumber(latitude) || !isNumber(longitude)) return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value);
}
