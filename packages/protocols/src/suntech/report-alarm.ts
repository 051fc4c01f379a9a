import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import { partOf } from '../wire/field-text.ts';
import { alertAlarms, driverAlert, emergencyAlarms, fenceAlerts, universalAlarms } from './report-codes.ts';

export function setEmergency(attributes: AttributeDraft, id: number): void {
  attributes.event = String(id);
  addAlarm(attributes, emergencyAlarms.get(id));
}

export function setAlert(attributes: AttributeDraft, id: number, isUniversal = false): void {
  attributes.event = String(id);
  addAlarm(attributes, (isUniversal ? universalAlarms.get(id) : undefined) ?? alertAlarms.get(id));
}

/** The alert field of the older series: `41`, `5007` (fence 007 left) or `62:data`. */
export function setAlertField(attributes: AttributeDraft, field: string): void {
  const colon = field.indexOf(':');
  const number = colon < 0 ? field : field.slice(0, colon);
  const data = partOf(field, ':', 1);
  if (!/^\d{1,6}$/.test(number)) return;
  const fenced = number.length >= 4 && fenceAlerts.has(Number(number.charAt(0)));
  setAlert(attributes, fenced ? Number(number.charAt(0)) : Number(number));
  if (fenced) attributes.geofence = number.slice(1);
  if (data !== undefined && data !== '') attributes.alertData = data;
}

/** Modifier and data of the universal series: the fence's number, or the driver's button. */
export function setAlertDetails(
  attributes: AttributeDraft,
  id: number,
  modifier: string | undefined,
  data: string | undefined,
): void {
  if (fenceAlerts.has(id) && modifier) attributes.geofence = modifier;
  else if (modifier) attributes.alertModifier = modifier;
  if (id === driverAlert && data && /^[0-9A-Fa-f]{6,20}$/.test(data)) attributes.driverUniqueId = data;
  else if (data) attributes.alertData = data;
}
