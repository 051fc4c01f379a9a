/**
 * Every migration, in the order of its name. One that has been released never changes: a mistake gets the next. One that
 * renames tables or columns is marked with `renames: true`: an earlier release cannot work with its result, so a backup is made
 * before (`backup/before-renaming.ts`).
 * Small ones of the past lie together, a file for a range of numbers; a new one begins a file of its own.
 */
import type { Migration } from 'kysely/migration';
import * as core from './migrations/0001-core.ts';
import { cases, notices, registers, removedDevices, reports, sentCommands } from './migrations/0002-0007.ts';
import {
  clockOfAPerson,
  devicesByName,
  geofencesOfPositions,
  lists,
  operations,
  scheduledReports,
  statistics,
} from './migrations/0009-0015.ts';
import {
  fleetControl,
  idempotencyKeys,
  makers,
  namesOfTheField,
  odometerRepair,
  openAlarms,
  paymentAccounts,
  payments,
  refusedMessages,
  resumedLists,
} from './migrations/0016-0025.ts';
import { foundations, holding, rowsBetweenProcesses } from './migrations/0026-0028.ts';
import * as alarmDesk from './migrations/0029-alarm-desk.ts';
import { massFaults, namedTokens, safeBlock, shift } from './migrations/0030-0037.ts';
import * as recovery from './migrations/0038-recovery.ts';
import { contacts, procedures } from './migrations/0039-0040.ts';
import {
  callOutLinks,
  occurrencePlaces,
  shippedProcedures,
  stepAfter,
  toldClients,
  userMutedRules,
} from './migrations/0041-0046.ts';
import { accountLinks, documentTurns, secondFactor, storedDays } from './migrations/0050-0056.ts';
import {
  campaigns,
  clientsOfTheField,
  fieldsOfClients,
  importedObjects,
  linksOfAccounts,
  mirrors,
  noticesOfAGap,
  openersOfSessions,
  openId,
  placesOfDevices,
  processes,
  rolesOfProcesses,
  webFiles,
  whatALinkShows,
} from './migrations/0060-0144.ts';
import {
  bulkChanges,
  callOutPlaces,
  differences,
  integrations,
  moneyAtRisk,
  simLists,
  webPush,
} from './migrations/0145-0157.ts';
import {
  auditOfThings,
  brandsOfCompanies,
  bulkChangesByNoun,
  invitationsOfChangedAccounts,
  maintenanceServices,
  notificationRests,
  notificationSnoozes,
  resetsOfAnHour,
  resetsThatWait,
  rowsOfCustomers,
  sendingAgain,
  unreadCampaigns,
} from './migrations/0190-0209.ts';
import * as deviceTexts from './migrations/0210-device-texts.ts';
import { attributeShapes, wordsOfDevices } from './migrations/0212-0213.ts';

interface MarkedMigration extends Migration {
  readonly renames?: boolean;
  /** The newest migration that a release must know to work with the result of this one; itself unless it says otherwise. */
  readonly livesWith?: string;
}

export const migrations: Readonly<Record<string, MarkedMigration>> = {
  '0001-core': core,
  '0002-removed-devices': { up: removedDevices },
  '0003-registers': { up: registers },
  '0004-sent-commands': { up: sentCommands },
  '0005-notices': { up: notices },
  '0006-reports': { up: reports },
  '0007-cases': { up: cases },
  '0009-operations': { up: operations },
  '0010-geofences-of-positions': { up: geofencesOfPositions },
  '0011-clock-of-a-person': { up: clockOfAPerson },
  '0012-statistics': { up: statistics },
  '0013-devices-by-name': { up: devicesByName },
  '0014-lists': { up: lists },
  '0015-scheduled-reports': { up: scheduledReports },
  '0016-payments': { up: payments },
  '0017-fleet-control': { up: fleetControl },
  '0018-payment-accounts': { up: paymentAccounts },
  '0019-resumed-lists': { up: resumedLists },
  '0020-refused-messages': { up: refusedMessages },
  '0021-idempotency-keys': { up: idempotencyKeys },
  '0022-odometer-repair': { up: odometerRepair },
  '0023-open-alarms': { up: openAlarms },
  '0024-makers': { up: makers },
  '0025-names-of-the-field': { up: namesOfTheField, renames: true },
  '0026-foundations': { up: foundations },
  '0027-rows-between-processes': { up: rowsBetweenProcesses },
  '0028-holding': { up: holding },
  '0029-alarm-desk': alarmDesk,
  '0030-named-tokens': { up: namedTokens },
  '0032-mass-faults': { up: massFaults },
  '0035-safe-block': { up: safeBlock },
  '0037-shift': { up: shift },
  '0038-recovery': recovery,
  '0039-contacts': { up: contacts },
  '0040-procedures': { up: procedures },
  '0041-told-clients': { up: toldClients },
  '0042-user-muted-rules': { up: userMutedRules },
  '0043-call-out-links': { up: callOutLinks },
  '0044-shipped-procedures': { up: shippedProcedures },
  '0045-occurrence-places': { up: occurrencePlaces },
  '0046-step-after': { up: stepAfter },
  '0050-second-factor': { up: secondFactor },
  '0051-account-links': { up: accountLinks },
  '0055-stored-days': { up: storedDays },
  '0056-document-turns': { up: documentTurns },
  '0060-fields-of-clients': { up: fieldsOfClients },
  '0070-processes': { up: processes },
  '0085-openid': { up: openId, livesWith: '0070-processes' },
  '0095-what-a-link-shows': { up: whatALinkShows, livesWith: '0070-processes' },
  '0100-roles': { up: rolesOfProcesses, livesWith: '0070-processes' },
  '0101-web-files': { up: webFiles, livesWith: '0070-processes' },
  '0110-places-of-devices': { up: placesOfDevices, livesWith: '0070-processes' },
  '0118-links-of-accounts': { up: linksOfAccounts, livesWith: '0070-processes' },
  '0119-openers-of-sessions': { up: openersOfSessions, livesWith: '0070-processes' },
  '0130-clients-of-the-field': { up: clientsOfTheField, livesWith: '0070-processes' },
  '0135-notices-of-a-gap': { up: noticesOfAGap, livesWith: '0070-processes' },
  '0140-imported-objects': { up: importedObjects, livesWith: '0070-processes' },
  '0141-mirrors': { up: mirrors, livesWith: '0070-processes' },
  '0142-campaigns': { up: campaigns, livesWith: '0070-processes' },
  '0145-money-at-risk': { up: moneyAtRisk, livesWith: '0070-processes' },
  '0146-differences': { up: differences, livesWith: '0070-processes' },
  '0147-sim-lists': { up: simLists, livesWith: '0070-processes' },
  '0150-integrations': { up: integrations, livesWith: '0070-processes' },
  '0151-bulk-changes': { up: bulkChanges, livesWith: '0070-processes' },
  '0155-web-push': { up: webPush, livesWith: '0070-processes' },
  '0156-call-out-places': { up: callOutPlaces, livesWith: '0070-processes' },
  '0190-notification-rests': { up: notificationRests, livesWith: '0070-processes' },
  '0195-companies': { up: brandsOfCompanies, livesWith: '0070-processes' },
  '0200-bulk-changes-by-noun': { up: bulkChangesByNoun, livesWith: '0070-processes' },
  '0201-notification-snoozes': { up: notificationSnoozes, livesWith: '0070-processes' },
  '0202-audit-of-things': { up: auditOfThings, livesWith: '0070-processes' },
  '0203-rows-of-customers': { up: rowsOfCustomers, livesWith: '0070-processes' },
  '0204-maintenance-services': { up: maintenanceServices, livesWith: '0070-processes' },
  '0205-sending-again': { up: sendingAgain, livesWith: '0070-processes' },
  '0206-invitations-of-changed-accounts': { up: invitationsOfChangedAccounts, livesWith: '0070-processes' },
  '0207-resets-that-wait': { up: resetsThatWait, livesWith: '0070-processes' },
  '0208-resets-of-an-hour': { up: resetsOfAnHour, livesWith: '0070-processes' },
  '0209-unread-campaigns': { up: unreadCampaigns, livesWith: '0070-processes' },
  '0210-device-texts': { ...deviceTexts, livesWith: '0070-processes' },
  '0212-attribute-shapes': { up: attributeShapes, livesWith: '0070-processes' },
  '0213-words-of-devices': { up: wordsOfDevices, livesWith: '0070-processes' },
};
