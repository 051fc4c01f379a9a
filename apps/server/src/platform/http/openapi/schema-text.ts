/** JSON Schema said in a few words, and its fields as rows of a table. */

import { type Html, html } from './html.ts';
import type { JsonSchema } from './openapi-schemas.ts';

const reference = '#/components/schemas/';

/** `integer from 0 to 100`, `list of Device`, `"a" or "b"`; a named schema is a link to where it is told. */
export function schemaText(schema: JsonSchema): Html {
  const { $ref, anyOf, enum: values, items, type } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.replace(reference, '');
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(anyOf)) return joined(anyOf.map((one) => schemaText(one as JsonSchema)));
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(values))
    return joined(values.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  if (type === 'array') return html`list of ${schemaText((items ?? {}) as JsonSchema)}${boundsOf(schema)}`;
  if (type === undefined) return html`anything`;
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : '';
  const [kind, asText] = [type].flat();
  return html`${String(kind)}${format}${boundsOf(schema)}${asText ? ', also as text' : ''}`;
}

/** The fields of an object, each with its type and whether it must be there. */
export function fieldRows(schema: JsonSchema): readonly Html[] {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const fields = Object.entries((schema.properties as Record<string, JsonSchema> | undefined) ?? {});
  return fields.map(
    ([name, field]) =>
      html`<tr><th scope="row"><code>${name}</code>${required.has(name) ? '' : ' ?'}</th><td>${schemaText(field)}${fieldsWithin(field)}</td></tr>`,
  );
}

function fieldsWithin(schema: JsonSchema): Html | undefined {
  const rows = fieldRows(schema);
  return rows.length ? html`<table>${rows}</table>` : undefined;
}

function joined(texts: readonly Html[]): Html {
  return html`${texts.map((text, index) => (index === 0 ? text : html` or ${text}`))}`;
}

function boundsOf(schema: JsonSchema): string {
  const within = [
    ['from', schema.minimum ?? schema.minLength ?? schema.minItems],
    ['above', schema.exclusiveMinimum],
    ['to', schema.maximum ?? schema.maxLength ?? schema.maxItems],
  ].filter(([, bound]) => bound !== undefined && Math.abs(Number(bound)) < Number.MAX_SAFE_INTEGER);
  const unit = schema.maxLength ?? schema.minLength;
  return within.length
    ? ` ${within.map(([word, bound]) => `${word} ${bound}`).join(' ')}${unit === undefined ? '' : ' characters'}`
    : '';
}
