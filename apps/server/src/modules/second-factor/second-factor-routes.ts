import {
  confirmedSchema,
  newPasskeySchema,
  recoveryCodesSchema,
  secondFactorSchema,
  totpCodeSchema,
  totpSecretSchema,
  webAuthnOptionsSchema,
} from '@atalaia/contract/accounts/second-factor';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { browserPlaceOf } from '../../platform/http/origins.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { PasskeysService } from './passkeys-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';

const route = routeOptions('account');
const usersRoute = routeOptions('users');

/** Of one's own account, whatever else one may change: how he signs in is each person's own. */
const config = { access: 'signed-in', beforeSecondFactor: true, scope: 'write' } as const;

export function secondFactorRoutes(app: App, service: SecondFactorService): void {
  app.get(
    '/account/second-factor',
    route(
      { access: 'signed-in', beforeSecondFactor: true },
      'Reads what the caller signs in with beside the password',
      { answer: secondFactorSchema },
    ),
    (request) => service.read(callerOf(request)),
  );
  app.post(
    '/account/totp',
    route(config, 'Makes the secret of an app for codes; it holds once a code proved it', {
      body: confirmedSchema,
      answer: totpSecretSchema,
    }),
    (request) => service.beginTotp(callerOf(request), request.body.currentPassword),
  );
  app.post(
    '/account/totp/confirm',
    route(config, 'Proves the app by a code; other sessions end, and recovery codes are made', {
      body: totpCodeSchema,
      answer: recoveryCodesSchema,
    }),
    (request) => service.confirmTotp(callerOf(request), request.body.code),
  );
  app.delete(
    '/account/totp',
    route(config, 'Takes the app for codes away', { body: confirmedSchema, answer: null }),
    (request) => service.removeTotp(callerOf(request), request.body.currentPassword),
  );
  app.post(
    '/account/recovery-codes',
    route(config, 'Makes recovery codes in the place of those that there are; they are shown once', {
      body: confirmedSchema,
      answer: recoveryCodesSchema,
    }),
    (request) => service.renewRecoveryCodes(callerOf(request), request.body.currentPassword),
  );
  app.delete(
    '/users/:id/second-factor',
    usersRoute('writer', 'Takes the second factor from a user who lost it; his sessions end', {
      params: idParamsSchema,
      answer: null,
    }),
    (request) => service.removeOf(callerOf(request), Number(request.params.id)),
  );
}

export function passkeysRoutes(app: App, service: PasskeysService): void {
  app.post(
    '/account/passkeys/options',
    route(config, 'What the browser of the caller makes a passkey by', {
      body: confirmedSchema,
      answer: webAuthnOptionsSchema,
    }),
    (request) => service.newOptions(callerOf(request), request.body.currentPassword, browserPlaceOf(request)),
  );
  app.post(
    '/account/passkeys',
    route(config, 'Adds the passkey that the browser made; other sessions end', {
      body: newPasskeySchema,
      answer: recoveryCodesSchema,
    }),
    (request) => service.add(callerOf(request), request.body, browserPlaceOf(request)),
  );
  app.delete(
    '/account/passkeys/:id',
    route(config, 'Takes a passkey away', { params: idParamsSchema, body: confirmedSchema, answer: null }),
    async (request) => {
      const { params, body } = request;
      await service.remove(callerOf(request), Number(params.id), body.currentPassword);
    },
  );
}
