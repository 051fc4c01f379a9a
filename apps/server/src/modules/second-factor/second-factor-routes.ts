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
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { browserPlaceOf } from '../../platform/http/origins.ts';
import type { PasskeysService } from './passkeys-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';

const tags = ['account'];

/** Of one's own account, whatever else one may change: how he signs in is each person's own. */
const config = { access: 'signed-in', beforeSecondFactor: true, scope: 'write' } as const;

export function secondFactorRoutes(app: App, service: SecondFactorService): void {
  app.get(
    '/account/second-factor',
    {
      config: { access: 'signed-in', beforeSecondFactor: true },
      schema: {
        summary: 'Reads what the caller signs in with beside the password',
        tags,
        response: { 200: secondFactorSchema },
      },
    },
    (request) => service.read(callerOf(request)),
  );
  app.post(
    '/account/totp',
    {
      config,
      schema: {
        summary: 'Makes the secret of an app for codes; it holds once a code proved it',
        tags,
        body: confirmedSchema,
        response: { 200: totpSecretSchema },
      },
    },
    (request) => service.beginTotp(callerOf(request), request.body.currentPassword),
  );
  app.post(
    '/account/totp/confirm',
    {
      config,
      schema: {
        summary: 'Proves the app by a code; other sessions end, and recovery codes are made',
        tags,
        body: totpCodeSchema,
        response: { 200: recoveryCodesSchema },
      },
    },
    (request) => service.confirmTotp(callerOf(request), request.body.code),
  );
  app.delete(
    '/account/totp',
    {
      config,
      schema: {
        summary: 'Takes the app for codes away',
        tags,
        body: confirmedSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await service.removeTotp(callerOf(request), request.body.currentPassword);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/account/recovery-codes',
    {
      config,
      schema: {
        summary: 'Makes recovery codes in the place of those that there are; they are shown once',
        tags,
        body: confirmedSchema,
        response: { 200: recoveryCodesSchema },
      },
    },
    (request) => service.renewRecoveryCodes(callerOf(request), request.body.currentPassword),
  );
  app.delete(
    '/users/:id/second-factor',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Takes the second factor from a user who lost it; his sessions end',
        tags: ['users'],
        params: idParamsSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await service.removeOf(callerOf(request), Number(request.params.id));
      return reply.code(204).send(null);
    },
  );
}

export function passkeysRoutes(app: App, service: PasskeysService): void {
  app.post(
    '/account/passkeys/options',
    {
      config,
      schema: {
        summary: 'What the browser of the caller makes a passkey by',
        tags,
        body: confirmedSchema,
        response: { 200: webAuthnOptionsSchema },
      },
    },
    (request) => service.newOptions(callerOf(request), request.body.currentPassword, browserPlaceOf(request)),
  );
  app.post(
    '/account/passkeys',
    {
      config,
      schema: {
        summary: 'Adds the passkey that the browser made; other sessions end',
        tags,
        body: newPasskeySchema,
        response: { 200: recoveryCodesSchema },
      },
    },
    (request) => service.add(callerOf(request), request.body, browserPlaceOf(request)),
  );
  app.delete(
    '/account/passkeys/:id',
    {
      config,
      schema: {
        summary: 'Takes a passkey away',
        tags,
        params: idParamsSchema,
        body: confirmedSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      await service.remove(callerOf(request), Number(params.id), body.currentPassword);
      return reply.code(204).send(null);
    },
  );
}
