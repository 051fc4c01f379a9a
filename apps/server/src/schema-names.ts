import { auditLineSchema } from '@atalaia/contract/accounts/audit-line';
import {
  companyBodySchema,
  companyConfigurationSchema,
  companySchema,
} from '@atalaia/contract/accounts/company';
import { customerInputSchema, customerSchema } from '@atalaia/contract/accounts/customer';
import { groupInputSchema, groupSchema } from '@atalaia/contract/accounts/group';
import { permissionSchema } from '@atalaia/contract/accounts/permission';
import { credentialsSchema, sessionSchema } from '@atalaia/contract/accounts/session';
import { userInputSchema, userSchema } from '@atalaia/contract/accounts/user';
import { blockSchema } from '@atalaia/contract/block/block';
import {
  blockPolicyInputSchema,
  blockPolicySchema,
  effectivePolicySchema,
} from '@atalaia/contract/block/block-policy';
import { commandInputSchema, commandSchema, sendCommandSchema } from '@atalaia/contract/devices/command';
import { deviceInputSchema, deviceSchema } from '@atalaia/contract/devices/device';
import { liveSnapshotSchema } from '@atalaia/contract/devices/live-message';
import { mirrorInputSchema, mirrorSchema } from '@atalaia/contract/devices/mirror';
import { positionSchema } from '@atalaia/contract/devices/position';
import { commandReceiptSchema, sentCommandSchema } from '@atalaia/contract/devices/sent-command';
import {
  refusedMessageSchema,
  registerTrackerSchema,
  unknownTrackerSchema,
} from '@atalaia/contract/devices/unknown-tracker';
import { errorBodySchema } from '@atalaia/contract/errors';
import { calendarInputSchema, calendarSchema } from '@atalaia/contract/rules/calendar';
import {
  computedAttributeInputSchema,
  computedAttributeSchema,
} from '@atalaia/contract/rules/computed-attribute';
import { driverInputSchema, driverSchema } from '@atalaia/contract/rules/driver';
import { geofenceInputSchema, geofenceSchema } from '@atalaia/contract/rules/geofence';
import { maintenanceInputSchema, maintenanceSchema } from '@atalaia/contract/rules/maintenance';
import { responderInputSchema, responderSchema } from '@atalaia/contract/rules/responder';
import {
  publicServerSettingsSchema,
  serverSettingsInputSchema,
  serverSettingsSchema,
} from '@atalaia/contract/server/server-settings';

/** The schemas that the API's description names once and refers to. */
export const namedSchemas = Object.freeze({
  Block: blockSchema,
  BlockPolicy: blockPolicySchema,
  BlockPolicyInput: blockPolicyInputSchema,
  EffectiveBlockPolicy: effectivePolicySchema,
  AuditLine: auditLineSchema,
  Company: companySchema,
  CompanyConfiguration: companyConfigurationSchema,
  CompanyInput: companyBodySchema,
  Calendar: calendarSchema,
  CalendarInput: calendarInputSchema,
  ComputedAttribute: computedAttributeSchema,
  ComputedAttributeInput: computedAttributeInputSchema,
  Customer: customerSchema,
  CustomerInput: customerInputSchema,
  Driver: driverSchema,
  DriverInput: driverInputSchema,
  Geofence: geofenceSchema,
  GeofenceInput: geofenceInputSchema,
  Maintenance: maintenanceSchema,
  MaintenanceInput: maintenanceInputSchema,
  Command: commandSchema,
  CommandInput: commandInputSchema,
  CommandReceipt: commandReceiptSchema,
  Credentials: credentialsSchema,
  SendCommand: sendCommandSchema,
  SentCommand: sentCommandSchema,
  Device: deviceSchema,
  DeviceInput: deviceInputSchema,
  ErrorBody: errorBodySchema,
  Group: groupSchema,
  GroupInput: groupInputSchema,
  LiveSnapshot: liveSnapshotSchema,
  Mirror: mirrorSchema,
  MirrorInput: mirrorInputSchema,
  Permission: permissionSchema,
  Position: positionSchema,
  PublicServerSettings: publicServerSettingsSchema,
  RefusedMessage: refusedMessageSchema,
  RegisterTracker: registerTrackerSchema,
  Responder: responderSchema,
  ResponderInput: responderInputSchema,
  ServerSettings: serverSettingsSchema,
  ServerSettingsInput: serverSettingsInputSchema,
  Session: sessionSchema,
  UnknownTracker: unknownTrackerSchema,
  User: userSchema,
  UserInput: userInputSchema,
});
