import { auditLineSchema } from '@atalaia/contract/audit-line';
import { calendarInputSchema, calendarSchema } from '@atalaia/contract/calendar';
import { commandInputSchema, commandSchema, sendCommandSchema } from '@atalaia/contract/command';
import { companyConfigurationSchema } from '@atalaia/contract/company';
import { computedAttributeInputSchema, computedAttributeSchema } from '@atalaia/contract/computed-attribute';
import { customerInputSchema, customerSchema } from '@atalaia/contract/customer';
import { deviceInputSchema, deviceSchema } from '@atalaia/contract/device';
import { driverInputSchema, driverSchema } from '@atalaia/contract/driver';
import { errorBodySchema } from '@atalaia/contract/errors';
import { geofenceInputSchema, geofenceSchema } from '@atalaia/contract/geofence';
import { groupInputSchema, groupSchema } from '@atalaia/contract/group';
import { liveSnapshotSchema } from '@atalaia/contract/live-snapshot';
import { maintenanceInputSchema, maintenanceSchema } from '@atalaia/contract/maintenance';
import { permissionSchema } from '@atalaia/contract/permission';
import { positionSchema } from '@atalaia/contract/position';
import { commandReceiptSchema, sentCommandSchema } from '@atalaia/contract/sent-command';
import {
  publicServerSettingsSchema,
  serverSettingsInputSchema,
  serverSettingsSchema,
} from '@atalaia/contract/server-settings';
import { credentialsSchema, sessionSchema } from '@atalaia/contract/session';
import { registerTrackerSchema, unknownTrackerSchema } from '@atalaia/contract/unknown-tracker';
import { userInputSchema, userSchema } from '@atalaia/contract/user';

/** What the API's description names once and refers to. */
export const namedSchemas = Object.freeze({
  AuditLine: auditLineSchema,
  CompanyConfiguration: companyConfigurationSchema,
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
  Permission: permissionSchema,
  Position: positionSchema,
  PublicServerSettings: publicServerSettingsSchema,
  RegisterTracker: registerTrackerSchema,
  ServerSettings: serverSettingsSchema,
  ServerSettingsInput: serverSettingsInputSchema,
  Session: sessionSchema,
  UnknownTracker: unknownTrackerSchema,
  User: userSchema,
  UserInput: userInputSchema,
});
