import type {
  FactKind,
  PoliceFact,
  PoliceFactsInput,
  PoliceTexts,
} from '@atalaia/contract/sinisters/police-texts';
import { policeFactSchema, vehicleFacts } from '@atalaia/contract/sinisters/police-texts';

import { formatAnyDocument } from '@atalaia/domain/documents/customer-document';
import { formatPhone, isPhone } from '@atalaia/domain/documents/mask';
import { formatInstant } from '@atalaia/domain/time/dates';
import { say } from '@atalaia/phrases/say';
import type { SinisterRow } from '../sinisters/sinisters-service.ts';
import type { PoliceSources } from './police-facts-queries.ts';

/** As the police of Brazil takes them, whoever asks. */
const language = 'pt-BR';

const kindOfOpening: Readonly<Record<string, FactKind>> = { robbery: 'robbery', theft: 'theft' };

const nothingTyped: PoliceFactsInput = {
  factKind: null,
  factAt: null,
  place: null,
  narrative: null,
  notifierName: null,
  notifierDocument: null,
  notifierPhone: null,
  notifierEmail: null,
  notifierAddress: null,
  consentBy: null,
  consentAt: null,
};

/** Both texts, their facts and what is missing of them. */
export function writePoliceTexts(
  sinister: Pick<
    SinisterRow,
    'number' | 'opening_type' | 'opening_date' | 'opening_address' | 'opening_latitude' | 'opening_longitude'
  > & { readonly opening_description: string },
  sources: PoliceSources,
  { zone, sinalMs }: { readonly zone: string; readonly sinalMs: number },
): PoliceTexts {
  const typed = sources.typed ?? nothingTyped;
  const factAt = typed.factAt ?? sinister.opening_date;
  const facts = factsOf(sinister, sources, typed, formatInstant(Date.parse(factAt), 'formDateTime', zone));
  const missing = policeFactSchema.options
    .filter((fact) => facts[fact] === '')
    .map((fact) =>
      isVehicleFact(fact)
        ? { fact, typedIn: 'device' as const, id: sources.deviceId }
        : { fact, typedIn: 'case' as const, id: null },
    );
  const line = (fact: PoliceFact) =>
    `${say(language, `policeFact.${fact}`)}: ${facts[fact] || say(language, 'policeText.missing')}`;
  const section = (title: 'fact' | 'vehicle' | 'notifier' | 'narrative', lines: readonly string[]) =>
    [say(language, `policeText.${title}`), ...lines].join('\n');
  const body = [
    section('fact', [line('factKind'), line('factAt'), line('place')]),
    section('vehicle', vehicleFacts.map(line)),
    section(
      'notifier',
      (
        ['notifierName', 'notifierDocument', 'notifierPhone', 'notifierEmail', 'notifierAddress'] as const
      ).map(line),
    ),
    section('narrative', [facts.narrative || say(language, 'policeText.missing')]),
    consentLine(typed, zone),
    say(language, 'policeText.caseNumber', { number: sinister.number }),
  ];
  const { reportNumber, sinalNumber } = sources;
  return {
    facts,
    typed,
    missing,
    policeReport: [
      say(language, 'policeText.reportTitle'),
      ...body,
      ...(reportNumber ? [say(language, 'policeText.reportNumber', { number: reportNumber })] : []),
      say(language, 'policeText.reportByOwner'),
      say(language, 'policeText.falseReport'),
    ].join('\n\n'),
    sinal: [
      say(language, 'policeText.sinalTitle'),
      ...body,
      ...(reportNumber ? [say(language, 'policeText.reportNumber', { number: reportNumber })] : []),
      ...(sinalNumber ? [say(language, 'policeText.sinalNumber', { number: sinalNumber })] : []),
      say(language, 'policeText.sinalUntil', {
        until: formatInstant(Date.parse(factAt) + sinalMs, 'formDateTime', zone),
      }),
      say(language, 'policeText.sinalIsNoReport'),
      say(language, 'policeText.reportByOwner'),
      say(language, 'policeText.falseReport'),
    ].join('\n\n'),
    sinalUntil: new Date(Date.parse(factAt) + sinalMs).toISOString(),
  };
}

function isVehicleFact(fact: PoliceFact): fact is (typeof vehicleFacts)[number] {
  return (vehicleFacts as readonly string[]).includes(fact);
}

function factsOf(
  sinister: Parameters<typeof writePoliceTexts>[0],
  { vehicle, customer }: PoliceSources,
  typed: PoliceFactsInput,
  factAt: string,
): Record<PoliceFact, string> {
  const kind = typed.factKind ?? kindOfOpening[sinister.opening_type];
  const { opening_latitude: latitude, opening_longitude: longitude } = sinister;
  const coordinates =
    latitude === null || longitude === null ? '' : `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  const phone = typed.notifierPhone || customer?.phone || '';
  return {
    ...(Object.fromEntries(vehicleFacts.map((name) => [name, String(vehicle[name] ?? '').trim()])) as Record<
      (typeof vehicleFacts)[number],
      string
    >),
    factKind: kind ? say(language, `factKind.${kind}`) : '',
    factAt,
    place: typed.place || sinister.opening_address || coordinates,
    narrative: typed.narrative || sinister.opening_description,
    notifierName: typed.notifierName || customer?.name || '',
    notifierDocument: typed.notifierDocument || (customer ? formatAnyDocument(customer.document) : ''),
    notifierPhone: isPhone(phone) ? formatPhone(phone) : phone,
    notifierEmail: typed.notifierEmail || customer?.email || '',
    notifierAddress: typed.notifierAddress || customer?.address || '',
    consentBy: typed.consentBy ?? '',
  };
}

function consentLine({ consentBy, consentAt }: PoliceFactsInput, zone: string): string {
  if (!consentBy) return say(language, 'policeText.noConsent');
  const date = consentAt ? formatInstant(Date.parse(consentAt), 'formDateTime', zone) : '';
  return say(language, date ? 'policeText.consentAt' : 'policeText.consent', { name: consentBy, date });
}
