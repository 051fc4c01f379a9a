/** Every word of the vocabulary and every error code has its text. Here, since `phrases` itself imports no package. */
import { errorCodes } from '@atalaia/contract/errors';
import { mapTypeSchema } from '@atalaia/contract/values';
import { alarms } from '@atalaia/domain/alarms';
import { categories } from '@atalaia/domain/categories';
import { commandParameters, commandTypes } from '@atalaia/domain/command-types';
import { communicationBuckets } from '@atalaia/domain/communication-bucket';
import { coordinateFormats } from '@atalaia/domain/coordinates';
import { deviceColours } from '@atalaia/domain/device-colour';
import { customerTypes } from '@atalaia/domain/documents/customer-document';
import { eventTypes } from '@atalaia/domain/event-types';
import { languages } from '@atalaia/domain/language';
import { numberedAttributes, positionAttributes } from '@atalaia/domain/position-attributes';
import { profiles } from '@atalaia/domain/profile';
import { protocolSettings } from '@atalaia/domain/protocol-settings';
import { reportPeriods } from '@atalaia/domain/report-periods';
import { sinisterAges } from '@atalaia/domain/sinister-age';
import { closingTypes, occurrenceCategories, openingTypes } from '@atalaia/domain/sinister-kinds';
import { states } from '@atalaia/domain/states';
import { distanceUnits, speedUnits, volumeUnits } from '@atalaia/domain/units';
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
  legend: [...deviceColours, 'title', 'siren'],
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
