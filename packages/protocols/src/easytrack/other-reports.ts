/** Reports without a place. Source: public decoders. */
import { draftAt, type PositionDraft } from '../position-draft.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';

/** JZ, the cell heard: 1 when the tracker requests an address, cell, area, country, network, all in decimals. */
export function readCellReport(fields: readonly string[], receivedMs: number): PositionDraft | undefined {
  const [cellId, locationAreaCode, mobileCountryCode, mobileNetworkCode] = fields.slice(1, 5).map(integerIn);
  if (cellId === undefined || locationAreaCode === undefined) return undefined;
  if (mobileCountryCode === undefined || mobileNetworkCode === undefined) return undefined;
  const draft = draftAt(receivedMs);
  if (mobileCountryCode > 0 && cellId > 0) {
    draft.network = {
      cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
    };
  }
  return draft;
}

const obdKeys: ReadonlyMap<string, readonly [key: string, convert?: (value: number) => number]> = new Map([
  ['V', ['power']],
  ['R', ['rpm']],
  ['S', ['obdSpeed']],
  ['P', ['throttle']],
  ['O', ['engineLoad']],
  ['C', ['engineTemp']],
  ['L', ['fuelLevel']],
  ['M', ['obdOdometer', (kilometres: number) => Math.round(kilometres * 1000)]],
  ['F', ['fuelConsumption']],
  ['T', ['runtime', (seconds: number) => seconds * 1000]],
]);

/** OB: `BD$V13.8;R2150;S080;…`, a letter and its value: volts, rpm, km/h, throttle %, load %, coolant °C, fuel %, km, s. */
export function readObdReport(text: string, receivedMs: number): PositionDraft | undefined {
  const start = text.indexOf('$');
  if (start < 0) return undefined;
  const draft = draftAt(receivedMs);
  for (const part of text.slice(start + 1).split(';')) {
    const entry = obdKeys.get(part.charAt(0));
    const value = numberIn(part.slice(1));
    if (!entry || value === undefined) continue;
    const scaled = entry[1] ? entry[1](value) : value;
    if (entry[0] === 'fuelLevel' && scaled > 100) continue;
    draft.attributes[entry[0]] = scaled;
  }
  return Object.keys(draft.attributes).length > 0 ? draft : undefined;
}
