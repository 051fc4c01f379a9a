/** Rows made into rules. What cannot be read is left out, with one line in the log. */

import { maintenanceBounds } from '@atalaia/contract/rules/maintenance';
import { checkOf } from '@atalaia/domain/attributes/attribute-value';
import { compileExpression } from '@atalaia/domain/expressions/computed-attribute';
import { parseArea } from '@atalaia/domain/geo/geofence-area';
import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import type { MaintenanceRule } from '@atalaia/domain/travel/maintenance';
import type { Logger } from 'pino';
import { positive } from '../ingest-settings.ts';
import type { GeofenceRule } from './geofence-rules.ts';
import type { CalendarRow, ComputedRow, GeofenceRow, MaintenanceRow } from './rule-queries.ts';
import type { ComputedRule } from './rules.ts';

export type IsActive = GeofenceRule['isActive'];

export interface RuleReaders {
  /** Undefined for one that cannot be read. `floatingZone` is of times that name none (IANA). */
  calendar(row: CalendarRow, floatingZone: string): IsActive | undefined;
  geofence(row: GeofenceRow, calendars: ReadonlyMap<number, IsActive>): GeofenceRule | undefined;
  computed(row: ComputedRow): ComputedRule | undefined;
  maintenance(row: MaintenanceRow): MaintenanceRule | undefined;
}

const { leastPeriod, most } = maintenanceBounds;

const always: IsActive = () => true;
const never: IsActive = () => false;

/** Remembers what it made of each text, so that an edit reads one anew and not thousands. */
export function createRuleReaders(log: Pick<Logger, 'warn'>): RuleReaders {
  const areaOf = remembering(parseArea, ({ error }, id) => {
    if (error) log.warn({ geofenceId: id, error }, 'a geofence is left out: its area cannot be read');
  });
  const calendarOf = remembering(
    (data: string, floatingZone: string) => parseCalendar(data, floatingZone),
    (calendar, id) => {
      if (!calendar.ok)
        log.warn(
          { calendarId: id, error: calendar.message },
          'a calendar cannot be read: its geofences never hold, its devices are always recorded',
        );
    },
  );
  const expressionOf = remembering(compileExpression, ({ error }, id) => {
    if (error) log.warn({ attributeId: id, error }, 'a computed attribute is left out: it cannot be read');
  });

  return {
    calendar({ id, data }, floatingZone) {
      const calendar = calendarOf(id, data, floatingZone);
      return calendar.ok ? calendar.isActive : undefined;
    },
    geofence({ id, area: text, calendarId, speedLimit, polylineDistance }, calendars) {
      const { area } = areaOf(id, text);
      return (
        area && {
          id,
          area,
          polylineDistanceMetres: positive(polylineDistance),
          speedLimitKnots: positive(speedLimit),
          isActive: calendarId === null ? always : (calendars.get(calendarId) ?? never),
        }
      );
    },
    computed({ id, attribute, expression: text, type, priority = 0 }) {
      const expression = expressionOf(id, text);
      if (expression.error || (type !== 'string' && type !== 'number' && type !== 'boolean'))
        return undefined;
      return { id, attribute, type, check: checkOf(attribute), expression, priority };
    },
    maintenance: (row) =>
      row.period >= leastPeriod && row.period <= most && row.start <= most ? row : undefined,
  };
}

function remembering<Made>(
  make: (text: string, zone: string) => Made,
  onMade: (made: Made, id: number) => void,
) {
  const known = new Map<number, { readonly text: string; readonly zone: string; readonly made: Made }>();
  return (id: number, text: string, zone = ''): Made => {
    const before = known.get(id);
    if (before?.text === text && before.zone === zone) return before.made;
    const made = make(text, zone);
    known.set(id, { text, zone, made });
    onMade(made, id);
    return made;
  };
}
