import { z } from 'zod';
import { describeQueryTexts } from '../query-texts.ts';
import { describeScalarTexts } from '../scalar-texts.ts';

export type JsonSchema = Record<string, unknown>;

/** A schema as JSON Schema; what has a name is referred to. */
export type WriteSchema = (schema: z.ZodType, side: 'input' | 'output' | 'query') => JsonSchema;

export interface SchemaWriter {
  readonly write: WriteSchema;
  /** The named schemas that were referred to so far. */
  named(): Record<string, JsonSchema>;
}

/** Writes schemas of the contract as OpenAPI 3.1 takes them: JSON Schema, with named ones below `components`. */
export function createSchemaWriter(names: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const metadata = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) metadata.add(schema, { id });
  const written = new Map<string, JsonSchema>();
  return {
    write(schema, side) {
      // wrapped, so that a named schema becomes a reference itself
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
        io: side === 'output' ? side : 'input',
        metadata,
        ...(side === 'input' && { override: describeScalarTexts }),
        ...(side === 'query' && { override: describeQueryTexts }),
      });
      for (const [name, definition] of Object.entries($defs)) {
        const { id: _name, ...rest } = relocated(definition);
        written.set(name, rest);
      }
      return relocated(properties?.it);
    },
    named: () => Object.fromEntries([...written].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

function relocated(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
