/**
 * An HTTP call written down as a setting: placeholders `{name}` in the address and the body are replaced by a message's
 * values. In the address they are percent-encoded; in the body as its content type asks: escaped inside JSON's
 * quotation marks, percent-encoded in a form, bare in anything else. Other braces stay as they are.
 */
import type { HttpTemplate } from '../config/http-template-settings.ts';
import type { OutboundCall } from './outbound.ts';

type Values = Readonly<Record<string, string>>;

export function fillTemplate({ url, method, headers, body }: HttpTemplate, values: Values): OutboundCall {
  const given = new Headers(headers);
  const sendsBody = method !== 'GET';
  if (sendsBody && !given.has('content-type')) {
    const looksLikeJson = /^\s*[[{]/.test(body);
    given.set('content-type', looksLikeJson ? 'application/json' : 'application/x-www-form-urlencoded');
  }
  return {
    url: fill(url, values, encodeURIComponent),
    method,
    headers: Object.fromEntries(given),
    ...(sendsBody ? { body: fill(body, values, encodingFor(given.get('content-type') ?? '')) } : {}),
  };
}

function encodingFor(contentType: string): (value: string) => string {
  if (contentType.includes('json')) return (value) => JSON.stringify(value).slice(1, -1);
  if (contentType.includes('x-www-form-urlencoded')) return encodeURIComponent;
  return (value) => value;
}

function fill(template: string, values: Values, encode: (value: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : encode(value);
  });
}
