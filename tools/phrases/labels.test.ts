/** Every word of the vocabulary and every error code has its text. Here, since `phrases` itself imports no package. */
import { errorCodes } from '@atalaia/contract/errors';
import { mapTypeSchema } from '@atalaia/contract/values/values';
import { numberedAttributes, positionAttributes } from '@atalaia/domain/attributes/position-attributes';
import { alarms } from '@atalaia/domain/catalog/alarms';
import { categories } from '@atalaia/domain/catalog/categories';
import { commandParameters, commandTypes } from '@atalaia/domain/catalog/command-types';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { languages } from '@atalaia/domain/catalog/language';
import { profiles } from '@atalaia/domain/catalog/profile';
import { closingTypes, occurrenceCategories, openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { states } from '@atalaia/domain/catalog/states';
import { communicationBuckets, deviceColours } from '@atalaia/domain/devices/device-status';
import { protocolSettings } from '@atalaia/domain/devices/protocol-settings';
import { customerTypes } from '@atalaia/domain/documents/customer-document';
import { coordinateFormats } from '@atalaia/domain/geo/coordinates';
import { reportPeriods } from '@atalaia/domain/time/report-periods';
import { sinisterAges } from '@atalaia/domain/time/sinister-age';
import { distanceUnits, speedUnits, volumeUnits } from '@atalaia/domain/units/units';
import { languages as phraseLanguages, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';

const parameterKeys = Object.values(commandParameters).flatMap((parameters) =>
  parameters.map(({ key }) => key),
);

/** Area of the texts → the words that must have one, none more. */
const complete: Readonly<Record<string, readonly string[]>> = {
  apiError: errorCodes,
  mapType: [...mapTypeSchema.options, 'offline'],
  alarm: alarms,
  category: categories,
  commandType: commandTypes,
  commandParameter: parameterKeys,
  coordinateFormat: coordinateFormats,
  eventType: eventTypes,
  language: [...languages, 'title'],
  attribute: [...Object.keys(positionAttributes), ...Object.keys(numberedAttributes)],
  profile: profiles,
  protocolSetting: protocolSettings.flatMap(({ key }) => [key, `${key}.help`]),
  reportPeriod: reportPeriods,
  sinisterAge: sinisterAges,
  closingType: closingTypes,
  occurrenceCategory: occurrenceCategories,
  openingType: openingTypes,
  state: states,
  distanceUnit: distanceUnits,
  speedUnit: speedUnits,
  volumeUnit: volumeUnits,
  legend: [...deviceColours, 'title', 'siren', 'all', 'only'],
};

test.each(Object.entries(complete))(
  'every word of %s has its text, and no text is left over',
  (area, words) => {
    const texts = Object.keys(phrasesFor('pt-BR')).filter((key) => key.startsWith(`${area}.`));
    expect(texts.sort()).toEqual([...new Set(words)].map((word) => `${area}.${word}`).sort());
  },
);

test('areas that hold more than a vocabulary have its words too', () => {
  const texts = phrasesFor('en');
  const needed = [
    ...communicationBuckets.map((bucket) => `dashboard.${bucket}`),
    ...customerTypes.map((type) => `customer.type${type}`),
  ];
  expect(needed.filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
});

test('domain and phrases speak the same languages', () => {
  expect(phraseLanguages).toEqual(languages);
});
