/** Whose account at the provider a person may exchange with. */
import { createHash } from 'node:crypto';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { mayWriteDevices, type UserRow } from '../../visibility/caller.ts';
import type { FleetControlCredentials } from './provider/fleet-control.ts';

/** The account a person's attributes name; undefined where they name none. */
export function namedAccount(user: UserRow): FleetControlCredentials | undefined {
  const attributes = (user.attributes ?? {}) as Readonly<Record<string, unknown>>;
  const { full_control_client_id: clientId, full_control_secret_id: secretId } = attributes;
  const isGiven = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  return isGiven(clientId) && isGiven(secretId) ? { clientId: clientId.trim(), secretId } : undefined;
}

export const accountKey = ({ clientId }: FleetControlCredentials) =>
  createHash('sha256').update(clientId).digest('base64url').slice(0, 22);

export const mayWrite = (user: UserRow): boolean =>
  mayWriteDevices({ administrator: user.administrator, user });

/** Neither disabled nor expired. */
export function isInForce({ disabled, expiration_time }: UserRow): boolean {
  return !disabled && (expiration_time === null || Date.parse(expiration_time) > Date.now());
}

/** Undefined for a secret that cannot be opened: it has to be typed in again. */
export function opened(
  { clientId, secretId }: FleetControlCredentials,
  secrets: Pick<Secrets, 'open' | 'opens'>,
): FleetControlCredentials | undefined {
  return secrets.opens(secretId) ? { clientId, secretId: secrets.open(secretId) } : undefined;
}
