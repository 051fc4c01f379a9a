import { companyInputSchema, companyUpdateSchema } from '@atalaia/contract/accounts/company';
import { expect, test } from 'vitest';
import { companyFormSchema, defaultTheme, firstOf, formOf, inputOf } from './company-form-schema.ts';

const company = {
  id: 3,
  label: 'aurora',
  name: 'Aurora Rastreamento',
  title: null,
  faviconUrl: null,
  logoUrl: '/api/company/logos/aurora-1.png',
  theme: '#ffd400',
  androidAppUrl: 'https://play.example.com/aurora',
  iosAppUrl: 'https://apps.example.com/aurora',
};

const faultsOf = (values: object) =>
  companyFormSchema
    .safeParse({ ...formOf(undefined, undefined), ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test('[COM-01] everything is required, all of it is told at once, and the label is the first of the host', () => {
  expect(faultsOf({ theme: '' })).toEqual([
    ['label', 'company.labelRequired'],
    ['theme', 'company.themeRequired'],
    ['androidAppUrl', 'company.androidAppUrlRequired'],
    ['iosAppUrl', 'company.iosAppUrlRequired'],
    ['logo', 'company.logoRequired'],
  ]);
  expect(
    faultsOf({ label: 'A b', theme: 'blue', androidAppUrl: 'play', iosAppUrl: 'javascript:1', logo: 'x' }),
  ).toEqual([
    ['label', 'company.labelForm'],
    ['theme', 'form.notAColour'],
    ['androidAppUrl', 'company.addressForm'],
    ['iosAppUrl', 'company.addressForm'],
  ]);
  expect(formOf(undefined, 'boreal')).toMatchObject({ label: 'boreal', theme: defaultTheme });
});

test('[COM-01] the old logo is kept when none is chosen, and an uploaded one is sent', () => {
  const form = companyFormSchema.parse(formOf(company, 'boreal'));
  const retained = { id: company.id, ...inputOf(form, undefined) };
  expect(retained).not.toHaveProperty('logoUrl');
  expect(companyUpdateSchema.safeParse(retained).success).toBe(true);
  expect(companyInputSchema.parse(inputOf(form, '/api/company/logos/new-2.png'))).toMatchObject({
    label: 'aurora',
    logoUrl: '/api/company/logos/new-2.png',
  });
  expect(companyFormSchema.safeParse({ ...form, logo: new File(['x'], 'logo.png') }).success).toBe(true);
});

test("the host's own configuration opens, and on a host without a label the first there is", () => {
  const boreal = { ...company, id: 4, label: 'boreal' };
  expect(firstOf([company, boreal], 'boreal')).toBe(boreal);
  expect(firstOf([company], 'austral')).toBeUndefined();
  expect(firstOf([company, boreal], undefined)).toBe(company);
});
