/** Lists of the reconciliation as spreadsheets (DRIFT-01 to DRIFT-03). */
import type { Difference, Risk, SimCard } from '@atalaia/contract/providers/reconciliation';
import { hasPhrase } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { SheetReader } from '../thread/sheet-orders.ts';
import { cellsFor } from './desk-sheets.ts';
import { createListSheet, type ListCell, type ListSheet } from './device-sheet.ts';

const reais = (cents: number | null) => (cents === null ? null : cents / 100);

export function createMoneyAtRiskSheet(reader: SheetReader): ListSheet {
  const { language } = reader;
  const cells = cellsFor(reader);
  const named = (key: string, word: string) => (hasPhrase(key) ? say(language, key) : word);
  const columns: readonly ListCell<Risk>[] = [
    cells.column('desk.customer', 32, ({ customerName }) => customerName),
    cells.column('customer.status', 14, ({ customerStatus }) =>
      customerStatus === null ? null : named(`customerStatus.${customerStatus}`, customerStatus),
    ),
    cells.column('desk.vehicle', 32, ({ deviceName }) => deviceName),
    cells.column('device.plate', 12, ({ plate }) => plate),
    cells.column(
      'device.category',
      18,
      ({ category }) => category && named(`category.${category}`, category),
    ),
    cells.column('risk.kinds', 48, ({ kinds }) =>
      kinds.map((kind) => say(language, `riskKind.${kind}`)).join('; '),
    ),
    cells.column('reconciliation.since', 22, ({ since }) => cells.instant(since)),
    cells.column('device.lastUpdate', 22, ({ lastUpdate }) => cells.instant(lastUpdate)),
    cells.column('risk.monthlyReais', 16, ({ monthlyCents }) => reais(monthlyCents)),
    cells.column('reconciliation.ignoreReason', 40, ({ ignored }) => ignored?.reason ?? null),
    cells.column('reconciliation.ignoredBy', 24, ({ ignored }) => ignored?.userName ?? null),
    cells.column('reconciliation.ignoredAt', 22, ({ ignored }) => cells.instant(ignored?.at ?? null)),
  ];
  return createListSheet(say(language, 'risk.title'), columns);
}

export function createDifferenceSheet(reader: SheetReader): ListSheet {
  const { language } = reader;
  const cells = cellsFor(reader);
  const columns: readonly ListCell<Difference>[] = [
    cells.column('difference.system', 24, ({ system }) => say(language, `comparedSystem.${system}`)),
    cells.column('difference.noun', 14, ({ noun }) => say(language, `difference.noun.${noun}`)),
    cells.column('difference.name', 32, ({ name }) => name),
    cells.column('difference.kind', 24, ({ kind }) => say(language, `differenceKind.${kind}`)),
    cells.column('difference.field', 24, ({ field }) => fieldName(field, reader)),
    cells.column('difference.here', 32, ({ field, here }) => shownValue(field, here, reader)),
    cells.column('difference.there', 32, ({ field, there }) => shownValue(field, there, reader)),
    cells.column('reconciliation.since', 22, ({ since }) => cells.instant(since)),
    cells.column('reconciliation.ignoreReason', 40, ({ ignored }) => ignored?.reason ?? null),
    cells.column('reconciliation.ignoredBy', 24, ({ ignored }) => ignored?.userName ?? null),
    cells.column('reconciliation.ignoredAt', 22, ({ ignored }) => cells.instant(ignored?.at ?? null)),
  ];
  return createListSheet(say(language, 'difference.title'), columns);
}

/** A status is a word of ours. */
function shownValue(field: string, value: string | null, { language }: SheetReader): string | null {
  const key = `customerStatus.${value}`;
  return field === 'status' && hasPhrase(key) ? say(language, key) : value;
}

function fieldName(field: string, { language }: SheetReader): string {
  const key = `differenceField.${field}`;
  return hasPhrase(key) ? say(language, key) : field;
}

export function createSimCardSheet(reader: SheetReader): ListSheet {
  const { language } = reader;
  const cells = cellsFor(reader);
  const columns: readonly ListCell<SimCard>[] = [
    cells.column('sim.provider', 20, ({ provider }) => provider),
    cells.column('sim.iccid', 24, ({ iccid }) => iccid),
    cells.column('sim.phone', 18, ({ phone }) => phone),
    cells.column('sim.kinds', 40, ({ kinds }) =>
      kinds.map((kind) => say(language, `simKind.${kind}`)).join('; '),
    ),
    cells.column('sim.status', 18, ({ status }) => status),
    cells.column('sim.plan', 24, ({ plan }) => plan),
    cells.column('risk.monthlyReais', 16, ({ monthlyCents }) => reais(monthlyCents)),
    cells.column('sim.lastData', 22, ({ lastDataAt }) => cells.instant(lastDataAt)),
    cells.column('sim.devices', 48, ({ devices }) => devices.map(({ name }) => name).join('; ')),
    cells.column('sim.line', 10, ({ line }) => line),
  ];
  return createListSheet(say(language, 'sim.title'), columns);
}
