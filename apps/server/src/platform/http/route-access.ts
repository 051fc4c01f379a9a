import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { profileFrom } from '@atalaia/domain/catalog/profile';
import { AppError } from '../../errors/app-error.ts';
import type { Caller } from '../../visibility/caller.ts';

/**
 * Who may call a route, judged before its body is read, so that 401 and 403 come before 400:
 * - `public`: anybody; credentials are not looked at.
 * - `optional`: anybody; who is signed in may receive more.
 * - `signed-in`: everybody with an account in force.
 * - `writer`: who may change things: not `readonly`.
 * - `device-writer`: neither `readonly` nor `deviceReadonly`.
 * - `centre`: everybody but a customer who looks after his own vehicles; `centre-writer`: the same, and not `readonly`.
 * - `desk`: who works at the alarm desk; `operator`: the same, and not `readonly`; `supervisor` of the desk.
 * - `administrator`.
 * The flags of an administrator do not bind him (ROLE-02, ROLE-06).
 */
export type Access =
  | 'public'
  | 'optional'
  | 'signed-in'
  | 'writer'
  | 'device-writer'
  | 'centre'
  | 'centre-writer'
  | 'desk'
  | 'operator'
  | 'supervisor'
  | 'administrator';

const deskAccess: ReadonlySet<Access> = new Set(['desk', 'operator', 'supervisor']);

/** Throws a 403 that says which flag is in the way. */
export function requireAccess(access: Access, caller: Caller): void {
  if (caller.administrator) return;
  if (access === 'administrator') throw new AppError('forbidden', 'only an administrator may do this');
  if (deskAccess.has(access)) requireDeskRole(access, caller);
  if ((access === 'centre' || access === 'centre-writer') && !isOfCentre(caller)) {
    throw new AppError('forbidden', 'is not of the centre');
  }
  const writes = ['writer', 'device-writer', 'centre-writer', 'operator', 'supervisor'].includes(access);
  if (writes && caller.user.readonly) throw new AppError('account-readonly', 'this account may only read');
  if (access === 'device-writer' && caller.user.device_readonly) {
    throw new AppError('devices-readonly', 'this account may not change devices');
  }
}

function requireDeskRole(access: Access, { user }: Caller): void {
  if (user.desk_role === 'none')
    throw new AppError('desk-role-needed', 'this account does not work at the alarm desk');
  if (access === 'supervisor' && user.desk_role !== 'supervisor') {
    throw new AppError('supervisor-needed', 'only a supervisor of the alarm desk may do this');
  }
}

/** Everybody but a customer who looks after his own vehicles, one or many. */
export function isOfCentre({
  administrator,
  user,
}: Pick<Caller, 'administrator'> & {
  readonly user: Pick<Caller['user'], 'desk_role' | 'device_limit' | 'attributes'>;
}): boolean {
  if (administrator || user.desk_role !== 'none') return true;
  const { device_limit: deviceLimit, attributes } = user;
  const profileAttribute = (attributes as Readonly<Record<string, unknown>>).profile;
  return profileFrom({ administrator: false, profileAttribute, deviceLimit, deviceCount: 0 }) === 'monitor';
}

/** Headers of answers that are part of the contract, for the API's description. */
export interface AnswerHeader {
  readonly name: string;
  readonly type: 'integer' | 'string';
  readonly description: string;
}

export const etag: AnswerHeader = {
  name: 'etag',
  type: 'string',
  description: 'The revision of the thing, for `If-Match` of the change that follows.',
};

export const totalCount: AnswerHeader = {
  name: totalCountHeader,
  type: 'integer',
  description: 'How many rows fit the filters, on all pages; there whenever `limit` is given.',
};
