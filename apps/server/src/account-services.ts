/** The services of accounts: who signs in, how, and what he may. */

import type { User } from '@atalaia/contract/accounts/user';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { notFound } from './errors/app-error.ts';
import { createAccountLinksService } from './modules/account-links/account-links-service.ts';
import { createAccountMails } from './modules/account-links/account-mails.ts';
import { createAuditService } from './modules/audit/audit-service.ts';
import { createCompaniesService, createCompanyRecords } from './modules/companies/companies-service.ts';
import { createIdempotencyService } from './modules/idempotency/idempotency-service.ts';
import type { OpenIdProvider } from './modules/openid/openid-provider.ts';
import { createOpenIdService } from './modules/openid/openid-service.ts';
import { createLinkablesService } from './modules/permissions/linkables-service.ts';
import { createPermissionsService } from './modules/permissions/permissions-service.ts';
import { linkReports } from './modules/scheduled-reports/scheduled-reports-service.ts';
import { createPasskeysService } from './modules/second-factor/passkeys-service.ts';
import { createSecondFactorService } from './modules/second-factor/second-factor-service.ts';
import { createDeviceCookies } from './modules/sessions/device-cookie.ts';
import { createFactorRequirement } from './modules/sessions/factor-requirement.ts';
import { createLinkGuesses } from './modules/sessions/link-guesses-service.ts';
import { createPasswordCheck } from './modules/sessions/password-check.ts';
import { createPasswordHasher, noPassword, type PasswordCost } from './modules/sessions/password-hash.ts';
import { hashToken, makeToken } from './modules/sessions/session-token.ts';
import { endSessionsByRights, endSessionsOf, endUnfounded } from './modules/sessions/sessions-queries.ts';
import { createSessionsService } from './modules/sessions/sessions-service.ts';
import { createSignInLimits } from './modules/sessions/sign-in-limits.ts';
import { createSharingService } from './modules/sharing/sharing-service.ts';
import { createProvidedUsersService } from './modules/users/provided-users-service.ts';
import { createUsersBulkService } from './modules/users/users-bulk-service.ts';
import { requireNewPassword } from './modules/users/users-policy.ts';
import { describeUsers } from './modules/users/users-presenter.ts';
import { createUsersService } from './modules/users/users-service.ts';
import { createWebPush } from './modules/web-push/web-push-service.ts';
import type { Schema } from './platform/db/schema.ts';
import type { Channels } from './platform/outbound/channels.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import type { Commit } from './queries/commit.ts';
import type { UserRow } from './visibility/caller.ts';
import type { Visibility } from './visibility/visibility.ts';

export interface AccountServicesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly secrets: Secrets;
  readonly nowMs?: () => number;
  readonly sessionDays: number;
  /** What a password's hash costs; what keeps it safe unless it is given. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly channels: Channels;
  readonly publicUrl: string | undefined;
  /** Whether a person is mailed after a sign-in from a new place. */
  readonly tellsNewPlaces: boolean;
  /** Where people may sign in too. */
  readonly openId: OpenIdProvider | undefined;
  readonly log: Pick<Logger, 'warn'>;
  readonly readServer: () => Promise<PublicServerSettings>;
  /** Told of everybody who signed in. */
  readonly signedIn: (user: UserRow, address: string) => void;
}

export function createAccountServices(parts: AccountServicesParts) {
  const { kysely, commit, visibility } = parts;
  const base = { kysely, commit, visibility };
  const hasher = createPasswordHasher(parts.passwordCost);
  const limits = createSignInLimits(kysely);
  const passwords = createPasswordCheck({ kysely, hasher, limits });
  const nowMs = parts.nowMs ?? (() => Date.now());
  const isFactorRequired = createFactorRequirement(kysely, visibility.countDevices);
  const companies = createCompaniesService({
    ...base,
    ...{ channels: parts.channels, publicUrl: parts.publicUrl, readServer: parts.readServer },
  });
  const mails = createAccountMails({
    brandMail: companies.brandMail,
    ...{ channels: parts.channels, publicUrl: parts.publicUrl, readServer: parts.readServer, nowMs },
    ...{ log: parts.log, tellsNewPlaces: parts.tellsNewPlaces },
  });
  const ofUsers = { ...base, secrets: parts.secrets, endSessions: endSessionsOf, endUnfounded };
  const users = createUsersService({
    ...ofUsers,
    hashPassword: hasher.hash,
    confirmPassword: passwords.confirm,
    ...{ endSessionsByRights, tell: mails.tell },
  });
  const secondFactor = createSecondFactorService({
    ...{ ...base, secrets: parts.secrets, nowMs, confirmPassword: passwords.confirm },
    endSessions: endSessionsOf,
    isRequiredOf: (user) => isFactorRequired(user),
    tell: mails.tell,
    lockWritable: users.lockWritable,
  });
  const accountLinks = createAccountLinksService({
    ...{ ...base, makeToken, hashToken, mails },
    channels: parts.channels,
    publicUrl: parts.publicUrl,
    guesses: createLinkGuesses(kysely),
    bounds: limits,
    hashPassword: hasher.hash,
    requireNewPassword,
    endSessions: endSessionsOf,
    lockWritable: users.lockWritable,
  });
  const sessions = createSessionsService({
    ...base,
    passwords,
    limits,
    factors: secondFactor,
    isFactorRequired,
    devices: createDeviceCookies(parts.secrets),
    secrets: parts.secrets,
    newPlace: mails.tellNewPlace,
    codeMissing: (user) => parts.tellsNewPlaces && mails.tell(user, ['codeMissing']),
    isProviderForced: parts.openId?.settings.isForced ?? false,
    sessionDays: parts.sessionDays,
    countVisibleDevices: visibility.countDevices,
    viewerFor: visibility.viewerFor,
    signedIn: parts.signedIn,
    async describeUser(id) {
      const json = await describeUsers(kysely, [id]);
      if (json === '') throw notFound('user', id);
      return JSON.parse(json) as User;
    },
  });
  return {
    accountLinks,
    accountMails: mails,
    secondFactor,
    passkeys: createPasskeysService({
      ...{ ...base, secrets: parts.secrets, nowMs, changes: secondFactor.changes },
      ...{ tell: mails.tell, countReturn: limits.countReturn },
    }),
    passwords: hasher,
    /** What was done for a request that comes again. */
    idempotency: createIdempotencyService({ kysely, secrets: parts.secrets }),
    sessions,
    openId: createOpenIdService({
      ...{ ...base, sessions, makeToken, hashToken, nowMs },
      secrets: parts.secrets,
      provider: parts.openId,
      publicUrl: parts.publicUrl,
      users: createProvidedUsersService({ noPassword, endSessionsByRights }),
      countReturn: limits.countReturn,
      takeAnswer: secondFactor.takeAnswer,
      changes: secondFactor.changes,
      hasPassword: ({ password_hash }) => password_hash !== noPassword,
    }),
    users,
    usersBulk: createUsersBulkService(ofUsers, noPassword),
    permissions: createPermissionsService({ ...base, endUnfounded, linkReports }),
    linkables: createLinkablesService(base),
    sharing: createSharingService({ ...base, makeToken, hashToken }),
    webPush: createWebPush({
      ...{ kysely, secrets: parts.secrets, publicUrl: parts.publicUrl },
      callTo: parts.channels.callPush,
      origins: parts.channels.pushOrigins,
    }),
    companies,
    companyRecords: createCompanyRecords(base),
    audit: createAuditService(base),
  };
}
