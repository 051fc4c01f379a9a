/**
 * Every migration, in the order of its name. One that has been released never changes: a mistake gets the next. One that
 * renames tables or columns exports `renames = true`: an earlier release cannot work with its result, so a backup is made
 * before (`backup/before-renaming.ts`).
 */
import type { Migration } from 'kysely/migration';
import * as core from './migrations/0001-0025/0001-core.ts';
import * as removedDevices from './migrations/0001-0025/0002-removed-devices.ts';
import * as registers from './migrations/0001-0025/0003-registers.ts';
import * as sentCommands from './migrations/0001-0025/0004-sent-commands.ts';
import * as notices from './migrations/0001-0025/0005-notices.ts';
import * as reports from './migrations/0001-0025/0006-reports.ts';
import * as cases from './migrations/0001-0025/0007-cases.ts';
import * as operations from './migrations/0001-0025/0009-operations.ts';
import * as geofencesOfPositions from './migrations/0001-0025/0010-geofences-of-positions.ts';
import * as clockOfAPerson from './migrations/0001-0025/0011-clock-of-a-person.ts';
import * as statistics from './migrations/0001-0025/0012-statistics.ts';
import * as devicesByName from './migrations/0001-0025/0013-devices-by-name.ts';
import * as lists from './migrations/0001-0025/0014-lists.ts';
import * as scheduledReports from './migrations/0001-0025/0015-scheduled-reports.ts';
import * as payments from './migrations/0001-0025/0016-payments.ts';
import * as fleetControl from './migrations/0001-0025/0017-fleet-control.ts';
import * as paymentAccounts from './migrations/0001-0025/0018-payment-accounts.ts';
import * as resumedLists from './migrations/0001-0025/0019-resumed-lists.ts';
import * as refusedMessages from './migrations/0001-0025/0020-refused-messages.ts';
import * as idempotencyKeys from './migrations/0001-0025/0021-idempotency-keys.ts';
import * as odometerRepair from './migrations/0001-0025/0022-odometer-repair.ts';
import * as openAlarms from './migrations/0001-0025/0023-open-alarms.ts';
import * as makers from './migrations/0001-0025/0024-makers.ts';
import * as namesOfTheField from './migrations/0001-0025/0025-names-of-the-field.ts';
import * as foundations from './migrations/0026-foundations.ts';
import * as rowsBetweenProcesses from './migrations/0027-rows-between-processes.ts';
import * as holding from './migrations/0028-holding.ts';
import * as alarmDesk from './migrations/0029-alarm-desk.ts';
import * as namedTokens from './migrations/0030-named-tokens.ts';
import * as massFaults from './migrations/0032-mass-faults.ts';
import * as safeBlock from './migrations/0035-safe-block.ts';
import * as shift from './migrations/0037-shift.ts';
import * as recovery from './migrations/0038-recovery.ts';
import * as contacts from './migrations/0039-contacts.ts';
import * as procedures from './migrations/0040-procedures.ts';
import * as toldClients from './migrations/0041-told-clients.ts';
import * as mutedAlarmRules from './migrations/0042-user-muted-rules.ts';
import * as callOutLinks from './migrations/0043-call-out-links.ts';
import * as shippedProcedures from './migrations/0044-shipped-procedures.ts';
import * as occurrencePlaces from './migrations/0045-occurrence-places.ts';
import * as stepAfter from './migrations/0046-step-after.ts';

interface MarkedMigration extends Migration {
  readonly renames?: boolean;
}

export const migrations: Readonly<Record<string, MarkedMigration>> = {
  '0001-core': core,
  '0002-removed-devices': removedDevices,
  '0003-registers': registers,
  '0004-sent-commands': sentCommands,
  '0005-notices': notices,
  '0006-reports': reports,
  '0007-cases': cases,
  '0009-operations': operations,
  '0010-geofences-of-positions': geofencesOfPositions,
  '0011-clock-of-a-person': clockOfAPerson,
  '0012-statistics': statistics,
  '0013-devices-by-name': devicesByName,
  '0014-lists': lists,
  '0015-scheduled-reports': scheduledReports,
  '0016-payments': payments,
  '0017-fleet-control': fleetControl,
  '0018-payment-accounts': paymentAccounts,
  '0019-resumed-lists': resumedLists,
  '0020-refused-messages': refusedMessages,
  '0021-idempotency-keys': idempotencyKeys,
  '0022-odometer-repair': odometerRepair,
  '0023-open-alarms': openAlarms,
  '0024-makers': makers,
  '0025-names-of-the-field': namesOfTheField,
  '0026-foundations': foundations,
  '0027-rows-between-processes': rowsBetweenProcesses,
  '0028-holding': holding,
  '0029-alarm-desk': alarmDesk,
  '0030-named-tokens': namedTokens,
  '0032-mass-faults': massFaults,
  '0035-safe-block': safeBlock,
  '0037-shift': shift,
  '0038-recovery': recovery,
  '0039-contacts': contacts,
  '0040-procedures': procedures,
  '0041-told-clients': toldClients,
  '0042-user-muted-rules': mutedAlarmRules,
  '0043-call-out-links': callOutLinks,
  '0044-shipped-procedures': shippedProcedures,
  '0045-occurrence-places': occurrencePlaces,
  '0046-step-after': stepAfter,
};
