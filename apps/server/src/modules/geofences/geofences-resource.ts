import {
  type GeofenceAttributesInput,
  type GeofenceInput,
  type GeofenceQuery,
  geofenceInputSchema,
  geofenceQuerySchema,
  geofenceSchema,
} from '@atalaia/contract/rules/geofence';
import { type LinkedCreating, linkedCreatingSchema } from '@atalaia/contract/values/linked-query';
import { type AreaError, parseArea } from '@atalaia/domain/geo/geofence-area';
import { sql } from 'kysely';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { measureColumn, referenceColumn } from '../../queries/columns.ts';
import { byName, byText, byValue, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';
import { requireCalendar } from '../../resources/linked/linked-queries.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';

const shape = sql`lower(substring(l.area FROM '^\\s*([A-Za-z]+)'))`;

export const geofences: LinkedNoun<GeofenceInput, LinkedCreating> = {
  noun: 'geofence',
  kind: 'geofence',
  presented: sql`l.id, l.name, l.description, coalesce(l.calendar_id, 0) AS "calendarId", l.area, l.attributes`,
  nameColumn: 'name',
  sortColumns: {
    name: byName('l.name'),
    shape: byText(shape),
    speedLimit: byValue(sql`l.attributes -> 'speedLimit'`),
    description: byText('l.description'),
  } satisfies SortColumns<NonNullable<GeofenceQuery['sort']>>,
  searchedColumns: ['name', 'description'],
  searchedWords: [
    {
      words: sql`ARRAY[${shape}]`,
      labels: { polygon: 'geofence.polygon', circle: 'geofence.circle', linestring: 'geofence.line' },
    },
  ],
  ruleKinds: ['geofences'],
  columnsOf(input) {
    requireArea(input.area);
    return {
      name: input.name,
      description: input.description,
      calendar_id: referenceColumn(input.calendarId),
      area: input.area,
      attributes: input.attributes ? attributesToStore(input.attributes) : undefined,
    };
  },
  check: requireCalendar,
  linksOf: (geofenceId, { deviceId }) =>
    deviceId === undefined ? [] : [{ deviceId: Number(deviceId), geofenceId }],
};

const areaFaults: Readonly<Record<AreaError, string>> = {
  'unknown-shape': 'is no POLYGON, CIRCLE or LINESTRING',
  'has-hole': 'is a polygon with a hole, and holes are not supported: draw its outer ring alone',
  'bad-number': 'holds what is no number',
  'off-earth': 'leaves the earth',
  'too-few-points': 'has too few points',
  'repeated-points': 'has too few different points: one repeats another',
  'bad-radius': 'has a radius that is not above 0 and at most half of the way around the earth',
};

function requireArea(text: string): void {
  const read = parseArea(text);
  if (!read.error) return;
  const where = read.place === undefined ? '' : ` at its point ${read.place}`;
  throw fieldRefusal('invalid-area', { path: 'area', message: areaFaults[read.error] + where });
}

/** Empty ones are dropped and numbers made of text (GEO-01). */
function attributesToStore(given: GeofenceAttributesInput): Record<string, unknown> {
  const { color, speedLimit, polylineDistance, ...others } = given;
  const known = {
    color: color || null,
    speedLimit: measureColumn(speedLimit) ?? null,
    polylineDistance: measureColumn(polylineDistance) ?? null,
  };
  return { ...others, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) };
}

export function geofencesRoutes(
  app: App,
  service: LinkedNounService<typeof geofenceInputSchema, typeof linkedCreatingSchema>,
): void {
  linkedRoutes(app, {
    path: '/geofences',
    one: 'a geofence',
    list: 'the geofences that the caller may see, by name',
    schema: geofenceSchema,
    inputSchema: geofenceInputSchema,
    querySchema: geofenceQuerySchema,
    creatingSchema: linkedCreatingSchema,
    service,
  });
}
