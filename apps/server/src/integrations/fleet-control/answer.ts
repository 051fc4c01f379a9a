/**
 * The provider's envelope: `{ data, errorMessage, message }`. An `errorMessage` is a failure even with 200, and so is an
 * `errorcode` beside it; lists stand in `data.lista`, or are `data` itself.
 */
import { FleetControlFailed } from '../../fleet-control-failed.ts';
import { parseInTurns } from './rows-in-text.ts';

export interface RowList {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** `data.sumario.contador`, where the provider tells it. */
  readonly total: number | undefined;
}

/** The `data` of an answer. Throws `refused` with the provider's words, and `unreadable` for anything but its envelope. */
export async function dataIn(text: string): Promise<unknown> {
  const answer = await parsed(text);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new FleetControlFailed('unreadable', null);
  }
  const said = refusalIn(answer);
  if (said !== undefined) throw new FleetControlFailed('refused', said);
  return 'data' in answer ? answer.data : null;
}

/** The words of a refusal that came with a status of its own; null where there are none. */
export async function wordsIn(text: string | undefined): Promise<string | null> {
  const answer = await parsed(text ?? '').catch(() => undefined);
  if (typeof answer !== 'object' || answer === null) return null;
  return refusalIn(answer) || null;
}

export function listIn(data: unknown): RowList {
  if (data === null || data === undefined) return { rows: [], total: undefined };
  if (Array.isArray(data)) return { rows: data.filter(isRow).map(bareRow), total: undefined };
  if (!isRow(data)) throw new FleetControlFailed('unreadable', null);
  const { lista, sumario } = data;
  if (!Array.isArray(lista)) throw new FleetControlFailed('unreadable', null);
  const total = isRow(sumario) ? Number(sumario.contador) : Number.NaN;
  return {
    rows: lista.filter(isRow).map(bareRow),
    total: Number.isSafeInteger(total) && total >= 0 ? total : undefined,
  };
}

type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Serial numbers, plates and brands come with blanks around them, and a blank alone stands for nothing. */
export function bareRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bare(value)]));
}

function bare(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').trim();
  if (Array.isArray(value)) return value.map(bare);
  return isRow(value) ? bareRow(value) : value;
}

const longestSaid = 500;

function refusalIn(answer: object): string | undefined {
  const { errorMessage, errorcode, errorCode, message } = answer as Record<string, unknown>;
  const isRefusal = [errorMessage, errorcode, errorCode].some(isGiven);
  if (!isRefusal) return undefined;
  const words = [errorMessage, message, errorcode ?? errorCode].find(isGiven);
  return String(words).replaceAll(/\s+/g, ' ').trim().slice(0, longestSaid);
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== 0;

async function parsed(text: string): Promise<unknown> {
  try {
    return await parseInTurns(text);
  } catch (error) {
    throw new FleetControlFailed('unreadable', null, error);
  }
}
