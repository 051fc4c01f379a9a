/** The API's description (OpenAPI 3.1) as a page to read: every route by noun, every schema, every error code. */
import { errorStatus } from '@atalaia/contract/errors';
import type { JsonSchema } from '../openapi-schemas.ts';
import { type Html, html } from './html.ts';
import { fieldRows, schemaText } from './schema-text.ts';
import { style } from './style.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
  readonly security?: readonly object[];
}

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The whole page; its one style element carries the nonce. */
export function docsPage({ info, paths, components }: ApiDescription, nonce: string): string {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const nouns = [...Map.groupBy(routes, ({ operation }) => operation.tags?.[0] ?? 'other')].toSorted(
    ([a], [b]) => a.localeCompare(b),
  );
  const schemas = Object.entries(components.schemas);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title><style nonce="${nonce}">${{ markup: style }}</style></head><body>
<nav aria-label="Contents"><strong>${info.title} API</strong>
<ul>${nouns.map(([noun]) => html`<li><a href="#${anchorOf(noun)}">${noun}</a></li>`)}</ul>
<ul><li><a href="#schemas">Schemas</a></li><li><a href="#errors">Error codes</a></li></ul></nav>
<main><h1>${info.title} API ${info.version}</h1>
<p>Addresses begin with the server’s own. Whoever asks says who he is by <code>Authorization: Bearer</code>, by Basic, or by
the cookie of <code>POST /api/session</code>. Unknown parameters and fields are passed over. The same as
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${nouns.map(([noun, of]) => html`<section aria-labelledby="${anchorOf(noun)}"><h2 id="${anchorOf(noun)}">${noun}</h2>${of.map(routeOf)}</section>`)}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${schemas.map(([name, schema]) => schemaOf(name, schema))}</section>
<section aria-labelledby="errors"><h2 id="errors">Error codes</h2>
<p>Every refusal has the body <a href="#schema-ErrorBody">ErrorBody</a>; <code>code</code> is one of these.</p>
<table>${Object.entries(errorStatus).map(([code, status]) => html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td></tr>`)}</table></section>
</main></body></html>`.markup;
}

function anchorOf(noun: string): string {
  return `noun-${noun.replaceAll('/', '-')}`;
}

function routeOf({ method, path, operation }: Route): Html {
  const { parameters, requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      html`<tr><th scope="row"><code>${name}</code>${required ? '' : ' ?'} <span class="quiet">${place}</span></th><td>${schemaText(schema)}</td></tr>`,
  );
  const answers = Object.entries(responses).map(
    ([status, { description, content }]) =>
      html`<tr><th scope="row">${status}</th><td>${description} ${contentOf(content)}</td></tr>`,
  );
  return html`<details><summary><span class="method">${method}</span> <h3><code>${path}</code></h3>
<span>${operation.summary ?? ''}</span>${operation.security ? '' : html` <span class="quiet">for anybody</span>`}</summary><div>
${rows.length ? html`<h4>Parameters</h4><table>${rows}</table>` : undefined}
${requestBody ? html`<h4>Body</h4><p>${contentOf(requestBody.content)}</p>` : undefined}
<h4>Answers</h4><table>${answers}</table></div></details>`;
}

function contentOf(content: Content['content'] = {}): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`${schemaText(schema)} <span class="quiet">${type}</span> `,
  )}`;
}

function schemaOf(name: string, schema: JsonSchema): Html {
  const rows = fieldRows(schema);
  const text = rows.length ? html`<table>${rows}</table>` : html`<p>${schemaText(schema)}</p>`;
  return html`<details id="schema-${name}"><summary><h3>${name}</h3></summary><div>${text}</div></details>`;
}
