import type { Device } from '@atalaia/contract/devices/device';
import { formatAnyDocument } from '@atalaia/domain/documents/customer-document';
import type { SheetCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { type Bytes, createWorkbookStream } from '@atalaia/domain/spreadsheet/workbook-stream';
import { localTimeAt } from '@atalaia/domain/time/zoned-time';
import { speedFromKnots } from '@atalaia/domain/units/units';
import { hasPhrase } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { deviceColumns } from '../columns/device-columns.ts';
import { columnName, columnTitle, type ImportColumn } from '../columns/import-column.ts';
import type { SheetReader } from '../thread/sheet-orders.ts';

type DeviceCell = ListCell<Device>;

/**
 * The devices of a list as a spreadsheet (LIST-02). Its columns are those of the import, so that what was exported can
 * be changed and imported elsewhere, and what the server knows beside them.
 */
export function createDeviceSheet(reader: SheetReader): ListSheet {
  return createListSheet(say(reader.language, 'device.title'), columnsFor(reader));
}

function columnsFor(reader: SheetReader): readonly DeviceCell[] {
  const { language, timezone } = reader;
  const given = deviceColumns.map((column) => ({
    title: columnTitle(column, reader),
    width: column.kind === 'text' ? 24 : 18,
    of: cellOf(column, reader),
  }));
  return [
    ...given.slice(0, 4),
    {
      title: say(language, 'customer.cpfCnpj'),
      width: 20,
      of: ({ customerCpfCnpj }) => customerCpfCnpj && formatAnyDocument(customerCpfCnpj),
    },
    {
      title: say(language, 'device.status'),
      width: 14,
      of: ({ status }) => say(language, `legend.${status}`),
    },
    {
      title: say(language, 'device.lastUpdate'),
      width: 22,
      of: ({ lastUpdate }) => lastUpdate && wallClock(lastUpdate, timezone),
    },
    ...given.slice(4),
  ];
}

function cellOf(column: ImportColumn, { language, speedUnit }: SheetReader): DeviceCell['of'] {
  const name = columnName(column);
  const isAttribute = column.path !== name;
  const fieldOf = (device: Device): unknown =>
    isAttribute ? device.attributes[name] : Reflect.get(device, name);
  const yesOrNo = (is: unknown) => (is === undefined ? null : say(language, is ? 'value.yes' : 'value.no'));
  switch (column.kind) {
    case 'group':
      return ({ groupName }) => groupName;
    case 'customer':
      return ({ customerName }) => customerName;
    case 'flag':
      return (device) => yesOrNo(fieldOf(device));
    case 'speed':
      return (device) => {
        const speedKnots = fieldOf(device);
        return typeof speedKnots === 'number'
          ? Math.round(speedFromKnots(speedKnots, speedUnit) * 10) / 10
          : null;
      };
    case 'choice':
      return (device) => {
        const value = fieldOf(device);
        const named = column.choices?.find((choice) => choice.value === value)?.name;
        return named && hasPhrase(named) ? say(language, named) : plain(value);
      };
    default:
      return (device) => plain(fieldOf(device));
  }
}

function plain(value: unknown): SheetCell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
}

/** A list as a spreadsheet of one sheet: rows come as JSON with commas between, and go as the next bytes of the file. */
export interface ListCell<Row> {
  readonly title: string;
  readonly width: number;
  readonly of: (row: Row) => SheetCell;
}

export interface ListSheet {
  rows(json: string): Bytes;
  end(): Bytes;
}

export function createListSheet<Row>(name: string, columns: readonly ListCell<Row>[]): ListSheet {
  const stream = createWorkbookStream([{ name, columns }]);
  return {
    rows: (json) =>
      stream.rows((JSON.parse(`[${json}]`) as Row[]).map((row) => columns.map(({ of }) => of(row)))),
    end: stream.end,
  };
}

/** An instant as the person's wall clock shows it, for a cell that is a true date. */
export function wallClock(instant: string, timezone: string): Date {
  const { year, month, day, hour, minute, second } = localTimeAt(Date.parse(instant), timezone);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}
