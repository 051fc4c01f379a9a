/** How the person signed in signs in: what is read of it, and each change. */
import { openIdLinkSchema, openIdStartSchema } from '@atalaia/contract/accounts/openid';
import {
  recoveryCodesSchema,
  secondFactorSchema,
  totpSecretSchema,
  webAuthnOptionsSchema,
} from '@atalaia/contract/accounts/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useSession, useSessionStore } from '../../lib/session/session-context.ts';

const key = ['second-factor'] as const;

export function useSecondFactor() {
  const api = useApi();
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.json({ path: 'account/second-factor', signal }, secondFactorSchema),
    retry: false,
  });
}

const openIdKey = ['openid-link'] as const;

/** His account at the OpenID Connect provider (IDP-02). */
export function useOpenIdLink() {
  const api = useApi();
  return useQuery({
    queryKey: openIdKey,
    queryFn: ({ signal }) => api.json({ path: 'account/openid', signal }, openIdLinkSchema),
    retry: false,
  });
}

/** After a change: what it is now; and whoever had to set one up goes on. */
export function useChanged(): (isSetUp?: boolean) => void {
  const queries = useQueryClient();
  const state = useSession();
  const store = useSessionStore();
  return (isSetUp = false) => {
    void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey: openIdKey });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
    if (!isSetUp || state.phase !== 'signed-in') return;
    store.refresh({ ...state.person, needsSecondFactor: false });
  };
}

export const beginTotp = (api: ApiWriter, currentPassword: string) =>
  api.json({ method: 'POST', path: 'account/totp', json: { currentPassword } }, totpSecretSchema);

export const confirmTotp = (api: ApiWriter, code: string) =>
  api.json({ method: 'POST', path: 'account/totp/confirm', json: { code } }, recoveryCodesSchema);

export const removeTotp = (api: ApiWriter, currentPassword: string) =>
  api.send({ method: 'DELETE', path: 'account/totp', json: { currentPassword } });

export const renewCodes = (api: ApiWriter, currentPassword: string) =>
  api.json(
    { method: 'POST', path: 'account/recovery-codes', json: { currentPassword } },
    recoveryCodesSchema,
  );

export const removePasskey = (api: ApiWriter, id: number, currentPassword: string) =>
  api.send({ method: 'DELETE', path: `account/passkeys/${id}`, json: { currentPassword } });

/** Where the browser goes to say which account there is his. */
export const beginOpenIdLink = (api: ApiWriter, currentPassword: string) =>
  api.json({ method: 'POST', path: 'account/openid', json: { currentPassword } }, openIdStartSchema);

export const removeOpenIdLink = (api: ApiWriter, currentPassword: string) =>
  api.send({ method: 'DELETE', path: 'account/openid', json: { currentPassword } });

export const changePassword = (api: ApiWriter, change: { currentPassword: string; password: string }) =>
  api.send({ method: 'PUT', path: 'account/password', json: change });

/** The browser asks for finger, face or PIN and makes the key; what it made goes to the server. */
export async function addPasskey(
  api: ApiWriter,
  { name, currentPassword }: { readonly name: string; readonly currentPassword: string },
) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const options = await api.json(
    { method: 'POST', path: 'account/passkeys/options', json: { currentPassword } },
    webAuthnOptionsSchema,
  );
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await startRegistration({ optionsJSON });
  return api.json(
    { method: 'POST', path: 'account/passkeys', json: { name, response } },
    recoveryCodesSchema,
  );
}
