/** The services of the alarm desk and of recovery, put together. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { isConnectionError } from './errors/database-errors.ts';
import { createAlarmRulesService } from './modules/alarm-rules/alarm-rules-service.ts';
import { alarmFragments, openAlarmFragments } from './modules/alarms/alarms-presenter.ts';
import { countBreached } from './modules/alarms/alarms-queries.ts';
import { createAlarmsService } from './modules/alarms/alarms-service.ts';
import { createCallsService } from './modules/alarms/calls-service.ts';
import { type AlarmClockParts, createAlarmClock } from './modules/alarms/clock/alarm-clock.ts';
import { type ClosingParts, createClosing } from './modules/alarms/closing.ts';
import { handlingFragments } from './modules/alarms/handling-queries.ts';
import { createHeldWork } from './modules/alarms/held-work-service.ts';
import { createMassFaults } from './modules/alarms/mass-faults/mass-faults.ts';
import { createQueueOpener } from './modules/alarms/opening/opener.ts';
import { createOpeningRules } from './modules/alarms/opening/opening-rules-queries.ts';
import { createDeskService } from './modules/desk/desk-service.ts';
import { createShiftService } from './modules/desk/shift-service.ts';
import { createSilencesService } from './modules/desk/silences-service.ts';
import { createSilentDevicesService } from './modules/desk/silent-devices-service.ts';
import { createProceduresService } from './modules/procedures/procedures-service.ts';
import { type CallOutLinksParts, createCallOutLinks } from './modules/recovery/call-out-links-service.ts';
import { createCallOutsService } from './modules/recovery/call-outs-service.ts';
import { type CalledOutParts, createCalledOutService } from './modules/recovery/called-out-service.ts';
import { createCockpitService } from './modules/recovery/cockpit-service.ts';
import { createFirstHourService } from './modules/recovery/first-hour-service.ts';
import { createPoliceLinksService } from './modules/recovery/police-links-service.ts';
import { createPoliceTextsService } from './modules/recovery/police-texts-service.ts';
import { createLinkGuesses } from './modules/sessions/link-guesses-service.ts';
import { hashToken, makeToken } from './modules/sessions/session-token.ts';
import { visibleSinisters } from './modules/sinisters/sinisters-queries.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Schema } from './platform/db/schema.ts';
import type { Commit } from './queries/commit.ts';
import type { Visibility } from './visibility/visibility.ts';

export interface DeskServicesParts
  extends Pick<ClosingParts, 'handleEvents' | 'publishHandled'>,
    Pick<AlarmClockParts, 'queueMessages'> {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly bus: Bus;
  readonly metrics: Registry;
  readonly log: Pick<Logger, 'warn'>;
}

export function createDeskServices(parts: DeskServicesParts) {
  const { kysely, commit, bus, log } = parts;
  const procedures = createProceduresService({ kysely, commit });
  const requireProcedures = procedures.requireNameable;
  const desk = createDeskService({ kysely, commit, requireProcedures });
  const { readSettings, findColleague, countOnDuty } = desk;
  const rules = createOpeningRules(kysely, bus);
  const closing = createClosing(parts);
  const opener = createQueueOpener({ ...parts, rules, readSettings });
  const stopListening = bus.subscribe('alarmQueue', () => {
    opener.openQueued().catch((error: unknown) => {
      // a job opens them when the database is back
      if (!isConnectionError(error)) log.warn({ err: error }, 'alarms could not be opened at once');
    });
  });
  const breached = new Gauge({
    name: 'atalaia_alarms_breached',
    help: 'Alarms in the queue past the time by which they were to be claimed or closed',
    registers: [parts.metrics],
  });
  const alarms = createAlarmsService({
    ...{ kysely, commit, closing, findColleague },
    visibility: parts.visibility,
  });
  return {
    desk,
    alarms,
    shift: createShiftService({ kysely, commit, visibility: parts.visibility, passHeld: alarms.passHeld }),
    procedures,
    alarmRules: createAlarmRulesService({ kysely, commit, requireProcedures }),
    calls: createCallsService({ kysely, commit, visibility: parts.visibility, readSettings }),
    heldWork: createHeldWork({ ...parts, readSettings }),
    silences: createSilencesService({ kysely, commit, visibility: parts.visibility }),
    silentDevices: createSilentDevicesService({ kysely, commit }),
    closeOfEvent: closing.closeOfEvent,
    openQueued: opener.openQueued,
    /** For the metrics. */
    countBreached: async () => breached.set(await countBreached(kysely)),
    /** By one process at a time. */
    lookForMassFaults: createMassFaults({ ...parts, readSettings }).look,
    /** Once a second, in every process. */
    lookAtClock: createAlarmClock({ ...parts, readSettings, countOnDuty }),
    fragments: (ids: readonly number[]) => alarmFragments(kysely, ids),
    openFragments: (deviceIds: readonly number[]) => openAlarmFragments(kysely, deviceIds),
    handlings: (of: Parameters<typeof handlingFragments>[1]) => handlingFragments(kysely, of),
    async stop() {
      stopListening();
      rules.stop();
      await opener.finish();
    },
  };
}

type RecoveryServicesParts = Omit<CallOutLinksParts & CalledOutParts, 'makeToken' | 'hashToken' | 'guesses'>;

/** Of a theft: its first hour, call-outs, police, cockpit. */
export function createRecoveryServices(parts: RecoveryServicesParts) {
  const links = { ...parts, makeToken, hashToken, guesses: createLinkGuesses(parts.kysely) };
  const callOutLinks = createCallOutLinks(links);
  return {
    firstHour: createFirstHourService(parts),
    policeTexts: createPoliceTextsService(parts),
    policeLinks: createPoliceLinksService(links),
    callOuts: createCallOutsService({ ...links, visibleSinisters, textOf: callOutLinks.textOf }),
    callOutLinks,
    calledOut: createCalledOutService(links),
    cockpit: createCockpitService(parts),
  };
}
