import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { markSchemas, type Program } from './leave-out.ts';

const marked = (code: string) => markSchemas(code, (text) => parseAst(text) as unknown as Program);

test('what a file of the contract makes by a call may be left out, and nothing else of it is touched', () => {
  const code = [
    "import { z } from 'zod';",
    'const fields = { name: z.string() };',
    'export const deviceSchema = z.object(fields).strict();',
    'export const most = 5, least = z.number();',
    'export function use(schema) { const made = z.array(schema); return made; }',
  ].join('\n');
  expect(marked(code).split('\n')).toEqual([
    "import { z } from 'zod';",
    'const fields = { name: z.string() };',
    'export const deviceSchema = /*#__PURE__*/(() => z.object(fields).strict())();',
    'export const most = 5, least = /*#__PURE__*/(() => z.number())();',
    'export function use(schema) { const made = z.array(schema); return made; }',
  ]);
});
