import { expect, test } from 'vitest';
import { typedBytes } from './typed-bytes.ts';

const text = (line: string) => {
  const typed = typedBytes(line);
  return 'bytes' in typed ? Buffer.from(typed.bytes).toString('latin1') : typed.fault;
};

test('hexadecimal digits may have blanks between them, and either case', () => {
  expect(typedBytes(' 78 78 0D\t0a ')).toEqual({ bytes: Buffer.from([0x78, 0x78, 0x0d, 0x0a]) });
  expect(text('0x4142')).toBe('AB');
});

test('text stands as it is but for its escapes', () => {
  expect(text('text:*HQ,1#\\r\\n')).toBe('*HQ,1#\r\n');
  expect(text('text:a\\x00\\xFfb')).toBe('a\0\xffb');
  expect(text('text:a\\\\x41\\q')).toBe('a\\x41\\q');
  expect(text('text: a ')).toBe(' a ');
});

test('what is neither is refused in words', () => {
  expect(text('787')).toBe('3 hexadecimal digits are no whole bytes');
  expect(text('*HQ,1#')).toBe('“*” is no hexadecimal digit; text goes after text:');
});
