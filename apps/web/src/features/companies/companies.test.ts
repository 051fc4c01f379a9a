// @vitest-environment happy-dom
import { type Company, companyBodySchema } from '@atalaia/contract/accounts/company';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { companies, inputOf, valuesOf } from './companies.tsx';

const company: Company = {
  id: 3,
  label: 'aurora',
  name: 'Aurora Rastreamento',
  title: null,
  faviconUrl: null,
  logoUrl: '/api/company/logos/aurora-1.png',
  theme: '#ffd400',
  androidAppUrl: null,
  iosAppUrl: 'https://apps.example.com/aurora',
  senderName: null,
  senderAddress: 'ola@aurora.example',
  replyTo: null,
  mailTexts: { invitation: { subject: 'Oi, [name]', body: '[link]' } },
};

const schema = companies.form?.schema({} as FormContext, undefined);

const faultsOf = (values: object, of: Company | undefined) =>
  schema
    ?.safeParse({ ...valuesOf(of), ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('[COM-01] a new company needs name, label, colour and logo, all of it told at once; its store links are optional', () => {
  expect(faultsOf({ theme: '' }, undefined)).toEqual([
    ['name', 'company.nameRequired'],
    ['label', 'company.labelRequired'],
    ['theme', 'company.themeRequired'],
    ['logoUrl', 'company.logoRequired'],
  ]);
  expect(faultsOf({ androidAppUrl: '', iosAppUrl: '' }, company)).toBeUndefined();
});

test('[COM-01] what the server would refuse is refused at its field', () => {
  const text = (body: string, subject = '') => ({ subject, body });
  expect(
    faultsOf(
      {
        ...{ label: 'Água', theme: 'blue', androidAppUrl: 'play.example.com', iosAppUrl: 'javascript:1' },
        ...{ senderName: 'Casa\nBcc: x@example.com', senderAddress: 'nobody', replyTo: 'a@b@c' },
        mailTexts: {
          invitation: text('Entre.'),
          reset: text('[link]', 'Oi [device]'),
          report: text('[link]'),
          notification: text('x'.repeat(5001), 'x'.repeat(151)),
        },
      },
      company,
    ),
  ).toEqual([
    ['label', 'company.labelForm'],
    ['theme', 'form.notAColour'],
    ['androidAppUrl', 'company.addressForm'],
    ['iosAppUrl', 'company.addressForm'],
    ['senderName', 'form.invisibleCharacter'],
    ['senderAddress', 'form.notAnEmail'],
    ['replyTo', 'form.notAnEmail'],
    ['mailTexts.invitation.body', 'company.linkMissing'],
    ['mailTexts.reset.subject', 'company.placeholderUnknown'],
    ['mailTexts.report.body', 'company.placeholderUnknown'],
    ['mailTexts.notification.subject', 'form.textTooLong'],
    ['mailTexts.notification.body', 'form.textTooLong'],
  ]);
});

test('[COM-01] what is stored goes back as it came; what was emptied is sent as nothing', () => {
  const { id, ...stored } = company;
  expect(companyBodySchema.parse(inputOf(valuesOf(company)))).toEqual(stored);
  const emptied = {
    ...valuesOf(company),
    ...{ senderAddress: '', iosAppUrl: '', faviconUrl: '' },
    mailTexts: { ...valuesOf(company).mailTexts, invitation: { subject: '', body: '' } },
  };
  expect(inputOf(emptied)).toMatchObject({
    ...{ senderAddress: null, iosAppUrl: null, faviconUrl: null },
    mailTexts: {},
  });
});
