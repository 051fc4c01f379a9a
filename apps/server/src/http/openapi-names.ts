import { auditLineSchema } from '@atalaia/contract/audit-line';
import { companyConfigurationSchema } from '@atalaia/contract/company';
import { deviceInputSchema, deviceSchema } from '@atalaia/contract/device';
import { errorBodySchema } from '@atalaia/contract/errors';
import { groupInputSchema, groupSchema } from '@atalaia/contract/group';
import { liveSnapshotSchema } from '@atalaia/contract/live-snapshot';
import { permissionSchema } from '@atalaia/contract/permission';
import { positionSchema } from '@atalaia/contract/position';
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
  Credentials: credentialsSchema,
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
