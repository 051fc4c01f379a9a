import {
  type FirstSteps,
  type PublicServerSettings,
  type ServerSettings,
  type ServerSettingsInput,
  serverSettingsSchema,
} from '@atalaia/contract/server/server-settings';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Schema, ServerSettingsTable } from '../../platform/db/schema.ts';
import { givenColumns } from '../../queries/columns.ts';

export type ServerSettingsRow = Selectable<ServerSettingsTable>;

/** The one row, which the first migration makes. */
export async function readServerSettings(db: Kysely<Schema>, lock?: 'lock'): Promise<ServerSettingsRow> {
  const { rows } = await sql<ServerSettingsRow>`
    SELECT * FROM server_settings ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the row of server settings is gone');
  return row;
}

export async function updateServerSettings(
  db: Kysely<Schema>,
  values: Updateable<ServerSettingsTable>,
): Promise<void> {
  await db.updateTable('server_settings').set(values).execute();
}

/** What of a new installation somebody has done already. */
export async function readFirstSteps(db: Kysely<Schema>, userId: number): Promise<Omit<FirstSteps, 'mail'>> {
  const { rows } = await sql<Omit<FirstSteps, 'mail'>>`
    SELECT EXISTS (SELECT FROM audit WHERE noun = 'user' AND object_id = ${userId}
        AND user_id = ${userId} AND details -> 'changed' ? 'password') AS password,
      EXISTS (SELECT FROM company_configurations) AS company, EXISTS (SELECT FROM devices) AS tracker,
      EXISTS (SELECT FROM customers) AS customer`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the first steps were not answered');
  return row;
}

// The settings as the contract describes them: the one place that maps their row, in both directions.

/** What the installation has, beside what is set. */
export type SetUp = Pick<
  ServerSettings,
  | 'version'
  | 'emailEnabled'
  | 'textEnabled'
  | 'geocoderEnabled'
  | 'openIdEnabled'
  | 'openIdForce'
  | 'openIdName'
  | 'newServer'
>;

export function presentServerSettings(row: ServerSettingsRow, setUp: SetUp): ServerSettings {
  return serverSettingsSchema.parse({
    id: 1,
    map: row.map,
    bingKey: row.bing_key,
    mapUrl: row.map_url,
    latitude: row.latitude,
    longitude: row.longitude,
    zoom: row.zoom,
    twelveHourFormat: row.twelve_hour_format,
    forceSettings: row.force_settings,
    coordinateFormat: row.coordinate_format,
    poiLayer: row.poi_layer,
    registration: row.registration,
    administrator: false,
    readonly: row.readonly,
    deviceReadonly: row.device_readonly,
    limitCommands: row.limit_commands,
    deviceLimit: row.device_limit,
    timezone: row.timezone,
    speedUnit: row.speed_unit,
    distanceUnit: row.distance_unit,
    volumeUnit: row.volume_unit,
    announcement: row.announcement,
    ...setUp,
    attributes: row.attributes,
  });
}

/** Less what is secret (ROLE-03); of the attributes, those a screen is drawn from. */
export function withoutSecrets({ bingKey: _secret, ...settings }: ServerSettings): PublicServerSettings {
  return { ...settings, attributes: withoutSecretAttributes(settings.attributes) };
}

export function withoutSecretAttributes(
  attributes: ServerSettings['attributes'],
): ServerSettings['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name.startsWith('ui.')));
}

/** The columns an input refers to. */
export function serverSettingsColumns(input: ServerSettingsInput) {
  return givenColumns({
    map: input.map,
    bing_key: input.bingKey,
    map_url: input.mapUrl,
    latitude: input.latitude,
    longitude: input.longitude,
    zoom: input.zoom,
    twelve_hour_format: input.twelveHourFormat,
    force_settings: input.forceSettings,
    coordinate_format: input.coordinateFormat,
    poi_layer: input.poiLayer,
    registration: input.registration,
    readonly: input.readonly,
    device_readonly: input.deviceReadonly,
    limit_commands: input.limitCommands,
    device_limit: input.deviceLimit,
    timezone: input.timezone,
    speed_unit: input.speedUnit,
    distance_unit: input.distanceUnit,
    volume_unit: input.volumeUnit,
    announcement: input.announcement === undefined ? undefined : input.announcement || null,
    attributes: input.attributes,
  });
}
