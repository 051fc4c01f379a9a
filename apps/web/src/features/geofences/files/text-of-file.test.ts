import { expect, test } from 'vitest';
import { textOfFile } from '../use-geofence-import.ts';

const bytesOf = (text: string, encoding: BufferEncoding) =>
  new Uint8Array(Buffer.from(text, encoding)).buffer;

test('[KEPT-04] a file is read in the encoding it declares, in UTF-8 when it declares none, and else as Windows writes', () => {
  const declaring = '<?xml version="1.0" encoding="ISO-8859-1"?><kml><name>São João</name></kml>';
  expect(textOfFile(bytesOf(declaring, 'latin1'))).toBe(declaring);
  expect(textOfFile(bytesOf('{"name":"São João"}', 'utf8'))).toBe('{"name":"São João"}');
  expect(textOfFile(bytesOf('{"name":"São João"}', 'latin1'))).toBe('{"name":"São João"}');
  const lying = declaring.replace('ISO-8859-1', 'x-unheard-of');
  expect(textOfFile(bytesOf(lying, 'utf8'))).toBe(lying);
});
