import { createSearch, searchIndexText, searchVariants } from '@atalaia/domain/units/search-text';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { holdsOneOf } from './sql-fragments.ts';

const { kysely, drop } = await createTestDatabase();
afterAll(drop);

/** Whether PostgreSQL finds the keyword in the fields as they are written down for lists. */
async function isFound(fields: readonly string[], keyword: string): Promise<boolean> {
  const lines = sql`search_index(${fields.join('\n')}::text)`;
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${holdsOneOf(lines, searchVariants(keyword))} AS found`.execute(kysely);
  return rows[0]?.found ?? false;
}

test('[SHELL-02] documents are found with punctuation and without, plates in both forms, words without accents', async () => {
  const fields = ['Caminhão São José', 'BRA2E19', '12.345-6', '52998224725'];
  for (const keyword of [
    'sao jose',
    'CAMINHÃO',
    'bra2419',
    'BRA-2E',
    '123456',
    '12.345',
    '529.982.247-25',
    '2.345-6',
    '2998224',
    'ã',
  ]) {
    expect(await isFound(fields, keyword), keyword).toBe(true);
  }
  for (const keyword of ['saojosé1', 'bra2e20', '%', 'a%o', '5299822472-6', '52998224726', '29982_472']) {
    expect(await isFound(fields, keyword), keyword).toBe(false);
  }
});

test('[SHELL-02] a list finds whatever the map finds', async () => {
  const letters = fc.constantFrom(...'aAáÃçÇñ b1.2-3/E4ÊZzß');
  const text = fc.string({ unit: letters, minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), text, async (fields, keyword) => {
      fc.pre(searchVariants(keyword).length > 0);
      const onMap = createSearch(keyword)(searchIndexText(fields));
      if (onMap) expect(await isFound(fields, keyword)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('blanks ask for nothing', () => {
  expect([searchVariants(''), searchVariants('  ')]).toEqual([[], []]);
});
