import type { CellTower, WifiAccessPoint } from '../decoded-position.ts';
import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';

/** Reads one item's value; the reader ends where the item does. */
export type ReadItem = (reader: ByteReader, draft: PositionDraft) => void;

/** An item that is shorter than `least` bytes is another maker's, and passed over. */
export interface Item {
  readonly least: number;
  readonly read: ReadItem;
}

export type ItemTable = ReadonlyMap<number, Item>;

/** A table from rows of id, least bytes and reader. */
export function itemTable(
  rows: readonly (readonly [id: number, least: number, read: ReadItem])[],
): ItemTable {
  return new Map(rows.map(([id, least, read]) => [id, { least, read }]));
}

/** Reads the item with this id out of `bytes[from, to)`, if the table knows it. */
export function readItem(
  table: ItemTable,
  id: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  draft: PositionDraft,
): void {
  const item = table.get(id);
  if (item && to - from >= item.least) item.read(new ByteReader(bytes, from, to), draft);
}

export function setLevel(attributes: AttributeDraft, percent: number): void {
  if (percent <= 100) attributes.batteryLevel = percent;
}

/** Text without blanks and zeros around it; nothing when it is empty. */
export function setText(attributes: AttributeDraft, key: string, text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: padding is what is taken out
  const plain = text.replace(/[\u0000-\u001f\u007f-\u00ff]+/g, ' ').trim();
  if (plain !== '') attributes[key] = plain;
}

/** Signal in dBm: makers write its size, or the number below zero. 0 is none. */
export function signalOf(byte: number): { signalStrength?: number } {
  if (byte === 0) return {};
  return { signalStrength: byte > 127 ? byte - 256 : -byte };
}

/** A word whose top bit is the sign of the rest. */
export function signedWord(word: number): number {
  return word & 0x8000 ? -(word & 0x7fff) : word;
}

/**
 * A temperature, degrees or tenths, FFFF for none. The standard writes the sign in the top bit; some makers write the
 * complement of two, in which the next bit of what no probe could tell otherwise is set too.
 */
export function temperatureWord(word: number): number | undefined {
  if (word === 0xffff) return undefined;
  return (word & 0xc000) === 0xc000 ? word - 0x1_0000 : signedWord(word);
}

export function addCell(draft: PositionDraft, tower: CellTower): void {
  if (tower.mobileCountryCode === 0 || tower.cellId === 0 || tower.locationAreaCode === 0) return;
  if (tower.cellId > 0xfffffff || tower.locationAreaCode > 0xffff) return;
  draft.network = { ...draft.network, cellTowers: [...(draft.network?.cellTowers ?? []), tower] };
}

export function addAccessPoint(draft: PositionDraft, point: WifiAccessPoint): void {
  if (point.macAddress === '00:00:00:00:00:00') return;
  const points = [...(draft.network?.wifiAccessPoints ?? []), point];
  draft.network = { ...draft.network, wifiAccessPoints: points };
}

/** Six bytes as `a0:b1:c2:d3:e4:f5`. */
export function macAddress(reader: ByteReader): string {
  return (reader.hex(6).match(/../g) ?? []).join(':');
}
