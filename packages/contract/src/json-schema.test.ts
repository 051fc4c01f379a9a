import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

const schemas: [string, z.ZodType][] = [];
for (const file of files) {
  const module: Record<string, unknown> = await import(`./${file.slice(0, -3)}.ts`);
  for (const [name, value] of Object.entries(module)) {
    if (value instanceof z.ZodType) schemas.push([`${file} ${name}`, value]);
  }
}

test('the contract has schemas to check', () => {
  expect(schemas.length).toBeGreaterThan(60);
});

test.each(schemas)(
  '%s can be held by JSON Schema, so that the served description says it whole',
  (_name, schema) => {
    expect(() => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'throw' })).not.toThrow();
    expect(() => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw' })).not.toThrow();
  },
);
