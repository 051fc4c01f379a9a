import {
  hiddenPassword,
  type Integration,
  type IntegrationSetting,
  type IntegrationState,
  integrationStateSchema,
  integrationTestSchema,
} from '@atalaia/contract/server/integrations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText, refusalMessage } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRefusal } from '../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './server-view.module.css';

export interface MailAddress {
  readonly host: string;
  readonly port: string;
  readonly security: 'starttls' | 'tls';
  readonly user: string;
  /** Typed anew; '' leaves the stored one. */
  readonly password: string;
  readonly hasPassword: boolean;
}

const usualPort = { starttls: '587', tls: '465' } as const;

export function mailAddressOf(value: string | null): MailAddress {
  const url = value !== null && URL.canParse(value) ? new URL(value) : undefined;
  const security = url?.protocol === 'smtps:' ? 'tls' : 'starttls';
  return {
    host: url?.hostname ?? '',
    port: url?.port || (url ? '' : usualPort.starttls),
    security,
    user: decodeURIComponent(url?.username ?? ''),
    password: '',
    hasPassword: Boolean(url?.password),
  };
}

/** Null where no server is named. */
export function mailUrlOf({ host, port, security, user, password, hasPassword }: MailAddress): string | null {
  if (host.trim() === '') return null;
  const secret = password === '' && hasPassword ? hiddenPassword : encodeURIComponent(password);
  const account = user.trim() === '' ? '' : `${encodeURIComponent(user.trim())}${secret && `:${secret}`}@`;
  const place = `${host.trim()}:${port.trim() || usualPort[security]}`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${account}${place}`;
}

export const integrationsKey = ['server-integrations'] as const;

interface IntegrationDialogProps {
  readonly state: IntegrationState;
  readonly onClose: () => void;
}

/** What was typed of a setting; absent: nothing was changed. */
type Typed = Readonly<Record<string, string | null>>;

/** Sets one service up, tries it, and says how it last went. */
export function IntegrationDialog({ state, onClose }: IntegrationDialogProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>({});
  const set = (name: string, value: string | null) => setTyped((before) => ({ ...before, [name]: value }));
  const name = text(`integration.${state.integration}`);
  const path = `server/integrations/${state.integration}`;
  const isChanged = Object.keys(typed).length > 0;
  const save = useWrite({
    ofForm: true,
    write: (api) => api.json({ method: 'PUT', path, json: { settings: typed } }, integrationStateSchema),
    async onSuccess() {
      setTyped({});
      toasts.show('success', text('integrations.saved'));
      await Promise.all([
        queries.invalidateQueries({ queryKey: integrationsKey }),
        queries.invalidateQueries({ queryKey: ['notificators'] }),
      ]);
    },
  });
  const test = useWrite({
    write: (api) => api.json({ method: 'POST', path: `${path}/test`, json: {} }, integrationTestSchema),
    onSettled: () => queries.invalidateQueries({ queryKey: integrationsKey }),
  });
  const faults = faultsIn(save.error);
  return (
    <Dialog
      opened
      width={560}
      title={text('integrations.edit', { name })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Standing state={state} />
        <div className={classes.settings}>
          {state.settings.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              typed={typed[setting.name]}
              isTyped={setting.name in typed}
              fault={faults.get(setting.name)}
              onType={(value) => set(setting.name, value)}
            />
          ))}
        </div>
        {save.error && faults.size === 0 && <FormRefusal {...refusalMessage(save.error, text)} />}
        <p className={classes.outcome} role="status">
          {test.data && outcomeText(state.integration, test.data, text)}
          {test.error && failureText(test.error, text)}
          {isChanged && state.isSetUp && text('integrations.testSaved')}
        </p>
        <DialogFoot>
          {state.isSetUp && state.integration !== 'dial' && (
            <Button disabled={isChanged} busy={test.isPending} onClick={() => test.mutate()}>
              {text('integrations.test')}
            </Button>
          )}
          <Button onClick={onClose}>{text('action.close')}</Button>
          <Button type="submit" kind="primary" disabled={!isChanged} busy={save.isPending}>
            {text('action.save')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

const toPeople: ReadonlySet<Integration> = new Set(['mail', 'sms', 'whatsapp', 'push']);

function outcomeText(
  integration: Integration,
  { works, reason }: { readonly works: boolean; readonly reason: string | null },
  text: ReturnType<typeof useTexts>['text'],
): string {
  if (!works) return text('integrations.testFails', { reason: reason ?? '' });
  return text(toPeople.has(integration) ? 'integrations.testSent' : 'integrations.testWorks');
}

/** By the names of their settings: the server's words, which name what is wrong with an address. */
function faultsIn(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof ApiError ? error.fields : [];
  return new Map(fields.map(({ path, message }) => [path.replace(/^settings\./, ''), message]));
}

function Standing({ state: { fault, failure, doneAt } }: { readonly state: IntegrationState }) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <>
      {fault !== null && (
        <p role="alert" className={classes.storageNote}>
          {text('integrations.fault', { reason: fault })}
        </p>
      )}
      {failure && (
        <p className={classes.storageNote}>
          {text('integrations.lastFailure', { at: formats.dateTime(failure.at), reason: failure.reason })}
        </p>
      )}
      {doneAt !== null && (
        <p className={classes.question}>{text('integrations.lastDone', { at: formats.dateTime(doneAt) })}</p>
      )}
    </>
  );
}

interface SettingFieldProps {
  readonly setting: IntegrationSetting;
  readonly typed: string | null | undefined;
  readonly isTyped: boolean;
  readonly fault: string | undefined;
  readonly onType: (value: string | null) => void;
}

const helped: Readonly<Record<string, TextKey>> = {
  MAIL_FROM: 'integrationHelp.MAIL_FROM',
  SMS_BODY: 'integrationHelp.phone',
  WHATSAPP_BODY: 'integrationHelp.phone',
  PUSH_BODY: 'integrationHelp.push',
  DIAL_URL: 'integrationHelp.DIAL_URL',
  GEOCODER_URL: 'integrationHelp.GEOCODER_URL',
  POSTAL_CODE_URL: 'integrationHelp.POSTAL_CODE_URL',
  PAYMENT_URL: 'integrationHelp.PAYMENT_URL',
  PAYMENT_AUTHORIZATION: 'integrationHelp.PAYMENT_AUTHORIZATION',
  PAYMENT_CUSTOMER_PAGE: 'integrationHelp.PAYMENT_CUSTOMER_PAGE',
  FLEET_CONTROL_URL: 'integrationHelp.FLEET_CONTROL_URL',
};

/** SMS, WhatsApp and push are set up alike. */
function labelOf(name: string): TextKey {
  const template = /^(?:SMS|WHATSAPP|PUSH)_(URL|METHOD|HEADERS|BODY)$/.exec(name)?.[1]?.toLowerCase();
  return `integrationSetting.${template ?? name}` as TextKey;
}

function SettingField({ setting, typed, isTyped, fault, onType }: SettingFieldProps) {
  const { text } = useTexts();
  const { name, source, value, isSecret, isUnreadable, fallback, choices } = setting;
  const label = text(labelOf(name));
  if (source === 'environment') {
    return (
      <TextField
        dense
        readOnly
        label={label}
        value={value ?? '••••••••'}
        description={text('integrations.fromEnvironment', { name })}
      />
    );
  }
  if (name === 'MAIL_URL') return <MailFields value={value} fault={fault} onType={onType} />;
  const shown = typed ?? (isTyped ? '' : (value ?? ''));
  if (choices) {
    return (
      <SelectField
        labelled
        label={label}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
        chosen={shown || fallback}
        onChoose={onType}
        error={fault}
      />
    );
  }
  const isKept = isSecret && source === 'stored' && !isUnreadable;
  const hints = [
    helped[name] && text(helped[name]),
    fallback !== null && text('integrations.fallback', { value: fallback }),
    isUnreadable && text('integrations.secretUnreadable'),
    isKept && typed !== null && text('integrations.secretKept'),
    isKept && typed === null && text('integrations.forgotten'),
  ];
  return (
    <div className={classes.setting}>
      <TextField
        dense
        label={label}
        value={shown}
        error={fault}
        autoComplete="off"
        placeholder={isKept && typed !== null ? '••••••••' : ''}
        description={hints.filter(Boolean).join(' · ')}
        onChange={({ currentTarget }) =>
          onType(currentTarget.value === '' && !isSecret ? null : currentTarget.value)
        }
      />
      {isKept && <Button onClick={() => onType(null)}>{text('integrations.forget')}</Button>}
    </div>
  );
}

interface MailFieldsProps {
  readonly value: string | null;
  readonly fault: string | undefined;
  readonly onType: (value: string | null) => void;
}

/** One address, as the five things that a mail provider's page names. */
function MailFields({ value, fault, onType }: MailFieldsProps) {
  const { text } = useTexts();
  const [mail, setMail] = useState(() => mailAddressOf(value));
  const change = (part: Partial<MailAddress>) => {
    const next = { ...mail, ...part };
    setMail(next);
    onType(mailUrlOf(next));
  };
  return (
    <>
      <TextField
        dense
        label={text('integrations.mailHost')}
        value={mail.host}
        error={fault}
        inputMode="url"
        onChange={({ currentTarget }) => change({ host: currentTarget.value })}
      />
      <TextField
        dense
        label={text('integrations.mailPort')}
        value={mail.port}
        inputMode="numeric"
        onChange={({ currentTarget }) => change({ port: currentTarget.value.replaceAll(/\D/g, '') })}
      />
      <SelectField
        labelled
        label={text('integrations.mailSecurity')}
        options={[
          { value: 'starttls', label: text('integrations.starttls') },
          { value: 'tls', label: text('integrations.tls') },
        ]}
        chosen={mail.security}
        onChoose={(security) =>
          change(security === null ? {} : { security, port: security === 'tls' ? '465' : '587' })
        }
      />
      <TextField
        dense
        label={text('integrations.mailUser')}
        value={mail.user}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ user: currentTarget.value })}
      />
      <PasswordField
        dense
        label={text('integrations.mailPassword')}
        showLabel={text('login.showPassword')}
        hideLabel={text('login.hidePassword')}
        value={mail.password}
        autoComplete="new-password"
        placeholder={mail.hasPassword ? '••••••••' : ''}
        description={mail.hasPassword ? text('integrations.secretKept') : ''}
        onChange={({ currentTarget }) => change({ password: currentTarget.value })}
      />
    </>
  );
}
