/** Attributes that the product itself reads, by their owner: what the editors offer (ATT-01). Units of the API: `docs/operations.md`, `docs/events.md`. */
import { isSecretAttribute } from '@atalaia/contract/accounts/user';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import type { Text } from '../texts/texts.ts';
import type { KnownAttribute, PairType } from './attribute-pairs.ts';

export type AttributeOwner =
  | 'device'
  | 'group'
  | 'user'
  | 'customer'
  | 'driver'
  | 'geofence'
  | 'calendar'
  | 'maintenance'
  | 'notification'
  | 'server';

type Entry = readonly [
  name: string,
  label: PhraseKey,
  type: PairType,
  /** Stored in knots, shown as the person reads speeds. */
  measure?: 'speed',
];

const ofRules: readonly Entry[] = [
  ['inactivitySeconds', 'deviceAttribute.inactivitySeconds', 'number'],
  ['jammingSeconds', 'deviceAttribute.jammingSeconds', 'number'],
  ['fuelDropThreshold', 'deviceAttribute.fuelDropThreshold', 'number'],
  ['fuelIncreaseThreshold', 'deviceAttribute.fuelIncreaseThreshold', 'number'],
  ['towDistance', 'deviceAttribute.towDistance', 'number'],
];

const entries: Readonly<Partial<Record<AttributeOwner, readonly Entry[]>>> = {
  device: [
    ['plate', 'device.plate', 'string'],
    ['year', 'device.year', 'string'],
    ['vehicleModel', 'device.vehicleModel', 'string'],
    ['fuelType', 'device.fuelType', 'string'],
    ['fuelConsumption', 'device.fuelConsumption', 'number'],
    ['manufacturer', 'device.manufacturer', 'string'],
    ['color', 'device.color', 'string'],
    ['renavam', 'device.renavam', 'string'],
    ['chassi', 'device.chassi', 'string'],
    ['modelYear', 'device.modelYear', 'string'],
    ['vehicleType', 'device.vehicleType', 'string'],
    ['species', 'device.species', 'string'],
    ['registrationCity', 'device.registrationCity', 'string'],
    ['registrationState', 'device.registrationState', 'string'],
    ['devicePassword', 'device.devicePassword', 'string'],
    ['speedLimit', 'device.speedLimit', 'number', 'speed'],
    ['installationLocation', 'device.installationLocation', 'string'],
    ['technician', 'device.technician', 'string'],
    ['blockInstalled', 'device.blockInstalled', 'string'],
    ['blockCuts', 'device.blockCuts', 'string'],
    ['cc_email', 'device.cc_email', 'string'],
    ['m2mProvider', 'device.m2mProvider', 'string'],
    ['iccid', 'device.iccid', 'string'],
    ['ignoreOdometer', 'device.ignoreOdometer', 'boolean'],
    ['timezone', 'device.timezone', 'string'],
    ['traceLimit', 'deviceAttribute.traceLimit', 'number'],
    ...ofRules,
  ],
  user: [
    ['profile', 'userAttribute.profile', 'string'],
    ['keyword', 'userAttribute.keyword', 'string'],
    ['timezone', 'setting.timezone', 'string'],
    ['speedUnit', 'setting.speedUnit', 'string'],
    ['distanceUnit', 'setting.distanceUnit', 'string'],
    ['volumeUnit', 'setting.volumeUnit', 'string'],
    ['language', 'userAttribute.language', 'string'],
    ['theme', 'userAttribute.theme', 'string'],
    ['payment_provider', 'userAttribute.payment_provider', 'string'],
    ['full_control_client_id', 'userAttribute.full_control_client_id', 'string'],
    ['full_control_secret_id', 'userAttribute.full_control_secret_id', 'string'],
    ['apiKeySeller', 'userAttribute.apiKeySeller', 'string'],
    ['notificationTokens', 'userAttribute.notificationTokens', 'string'],
  ],
  geofence: [
    ['color', 'geofence.color', 'string'],
    ['speedLimit', 'geofence.speedLimit', 'number', 'speed'],
    ['polylineDistance', 'geofence.polylineDistance', 'number'],
  ],
  notification: [['alarms', 'notification.alarms', 'string']],
  server: [
    ['statusTimeoutSeconds', 'serverAttribute.statusTimeoutSeconds', 'number'],
    ['speedLimit', 'serverAttribute.speedLimit', 'number', 'speed'],
    ['automaticRegistration', 'serverAttribute.automaticRegistration', 'boolean'],
    ['blockMaxSpeedKph', 'serverAttribute.blockMaxSpeedKph', 'number'],
    ['blockMaxFixAgeMinutes', 'serverAttribute.blockMaxFixAgeMinutes', 'number'],
    ['blockExpiryMinutes', 'serverAttribute.blockExpiryMinutes', 'number'],
    ['secondFactorAdmin', 'serverAttribute.secondFactorAdmin', 'boolean'],
    ['secondFactorMonitor', 'serverAttribute.secondFactorMonitor', 'boolean'],
    ['secondFactorFleet', 'serverAttribute.secondFactorFleet', 'boolean'],
    ['secondFactorClient', 'serverAttribute.secondFactorClient', 'boolean'],
    ['commandExpiryMinutes', 'serverAttribute.commandExpiryMinutes', 'number'],
    ...ofRules,
    ['report.trip.minimalTripDistance', 'serverAttribute.tripDistance', 'number'],
    ['report.trip.minimalTripDuration', 'serverAttribute.tripDuration', 'number'],
    ['report.trip.minimalParkingDuration', 'serverAttribute.parkingDuration', 'number'],
    ['report.trip.minimalNoDataDuration', 'serverAttribute.noDataDuration', 'number'],
    ['report.trip.useIgnition', 'serverAttribute.useIgnition', 'boolean'],
    ['retentionPositionsDays', 'serverAttribute.retentionPositionsDays', 'number'],
    ['retentionTravelHoursDays', 'serverAttribute.retentionTravelHoursDays', 'number'],
    ['retentionEventsDays', 'serverAttribute.retentionEventsDays', 'number'],
    ['retentionCommandsDays', 'serverAttribute.retentionCommandsDays', 'number'],
    ['retentionNoticesDays', 'serverAttribute.retentionNoticesDays', 'number'],
    ['retentionAuditDays', 'serverAttribute.retentionAuditDays', 'number'],
    ['ui.baseMaps', 'serverAttribute.baseMaps', 'string'],
    ['ui.centrePhone', 'serverAttribute.centrePhone', 'string'],
    ['ui.language', 'serverAttribute.language', 'string'],
  ],
};

/** How the person reads speeds: the sign, and how many of it make a knot. */
export interface SpeedMeasure {
  readonly sign: string;
  readonly factor: number;
}

/** The names an owner's editor offers, in the person's language and unit; none for one whose attributes are all free. */
export function knownAttributes(owner: AttributeOwner, text: Text, speed: SpeedMeasure): KnownAttribute[] {
  return (entries[owner] ?? []).map(([name, label, type, measure]) => ({
    name,
    label: text(label),
    type,
    ...(measure === 'speed' && { unit: speed }),
    ...(isSecretAttribute(name) && { isSecret: true }),
  }));
}
