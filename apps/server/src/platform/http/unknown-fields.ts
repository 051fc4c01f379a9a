import { z } from 'zod';
import type { App } from './app-type.ts';

/** Of each body so many are named; their names are a stranger's words. */
const mostNamed = 20;
const deepest = 3;

/**
 * A field of a body that the route does not know is kept nowhere, and `Warning: 299` of the answer names it, so that a
 * client of another server sees what is lost. What the answer itself has, and a client sends back, is known.
 */
export function warnOfUnknownFields(app: App): void {
  app.addHook('preValidation', async ({ body, routeOptions }, reply) => {
    const { body: taken, response } = (routeOptions.schema ?? {}) as {
      readonly body?: unknown;
      readonly response?: Readonly<Record<number, unknown>>;
    };
    if (!(taken instanceof z.ZodType) || typeof body !== 'object' || body === null) return;
    const answers = [response?.[200], response?.[202]].filter((one) => one instanceof z.ZodType);
    const unknown = unknownIn(body, [taken, ...answers], '', deepest);
    if (unknown.length === 0) return;
    const names = unknown.slice(0, mostNamed).join(', ');
    reply.header('warning', `299 - "unknown fields were not kept: ${names}"`);
  });
}

function unknownIn(value: unknown, schemas: readonly unknown[], path: string, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const objects = schemas.flatMap(objectsOf);
  if (Array.isArray(value)) {
    const elements = schemas.flatMap(elementsOf);
    if (elements.length === 0) return [];
    return [...new Set(value.slice(0, 100).flatMap((one) => unknownIn(one, elements, path, depth)))];
  }
  if (objects.length === 0 || objects.some(({ def }) => def.catchall !== undefined)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const parts = objects.flatMap(({ shape }) => (Object.hasOwn(shape, name) ? [shape[name]] : []));
    if (parts.length > 0) return unknownIn(part, parts, `${path}${name}.`, depth - 1);
    return [`${path}${name}`.replaceAll(/[^\w.$ -]/g, '?').slice(0, 64)];
  });
}

function objectsOf(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  return innerOf(schema).flatMap(objectsOf);
}

function elementsOf(schema: unknown): unknown[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  return innerOf(schema).flatMap(elementsOf);
}

function innerOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()];
  if (schema instanceof z.ZodPipe) return [schema.in];
  return [];
}
