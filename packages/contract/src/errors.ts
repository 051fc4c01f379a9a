/** The one table of error codes: what a client switches on, and the status that goes with it. */
import { z } from 'zod';

export const errorStatus = Object.freeze({
  'invalid-input': 400,
  'duplicate-unique-id': 400,
  'duplicate-user-name': 400,
  'group-cycle': 400,
  'device-limit-reached': 400,
  'user-limit-reached': 400,
  'reference-not-found': 400,
  'sinister-already-open': 400,
  'sinister-closed': 400,
  'duplicate-label': 400,
  'logo-missing': 400,
  'logo-dimensions': 400,
  'last-administrator': 400,
  'user-cycle': 400,
  'duplicate-driver': 400,
  'invalid-area': 400,
  'invalid-calendar': 400,
  'invalid-expression': 400,
  'zero-period': 400,
  'customer-group-required': 400,
  'command-not-supported': 400,
  'sms-not-set-up': 400,
  'device-without-phone': 400,
  'device-disabled': 400,
  'report-too-large': 400,
  'spreadsheet-unreadable': 400,
  'spreadsheet-empty': 400,
  'spreadsheet-too-large': 400,
  'import-refused': 400,
  'payment-refused': 400,
  'payment-document-differs': 400,
  'invalid-credentials': 401,
  unauthenticated: 401,
  forbidden: 403,
  'account-readonly': 403,
  'devices-readonly': 403,
  'own-customer-readonly': 403,
  'made-by-others': 403,
  'commands-limited': 403,
  'block-needs-confirmation': 403,
  'protected-field': 403,
  'foreign-origin': 403,
  'scope-missing': 403,
  'desk-role-needed': 403,
  'supervisor-needed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  'edited-meanwhile': 409,
  'already-received': 409,
  'received-differently': 409,
  'in-use': 409,
  'alarm-claimed': 409,
  'alarm-changed': 409,
  'colleague-away': 409,
  'dependents-undecided': 409,
  'dependents-changed': 409,
  'channel-not-set-up': 409,
  'postal-codes-not-set-up': 409,
  'fleet-control-not-set-up': 409,
  'fleet-control-not-named': 409,
  'payments-not-set-up': 409,
  'payment-customer-taken': 409,
  'share-ended': 410,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'steps-open': 422,
  'note-required': 422,
  'critical-one-by-one': 422,
  'too-many-requests': 429,
  'too-many-keys': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  'sms-not-sent': 502,
  'delivery-failed': 502,
  'postal-codes-unreachable': 502,
  'payment-failed': 502,
  'not-ready': 503,
  'no-space': 503,
} as const);

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** A field of the request that was refused. `path` joins keys by dots: `attributes.speedLimit`, `query.from`. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });

/** The body of every answer from 400 up. */
export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  /** English, for a log or a developer; a person's text comes from `phrases` by the code. */
  message: z.string(),
  details: z
    .object({ fields: z.array(fieldErrorSchema).optional() })
    .catchall(z.unknown())
    .optional(),
  requestId: z.string(),
});

export type FieldError = z.infer<typeof fieldErrorSchema>;
export type ErrorBody = z.infer<typeof errorBodySchema>;
