/** A notice in words: the subject, the mail in text and HTML, and the few words of an SMS or a push. */

import type { EventType } from '@atalaia/domain/catalog/event-types';
import { profileFrom } from '@atalaia/domain/catalog/profile';
import { resolveSettings, type ServerValues, type Settings } from '@atalaia/domain/catalog/settings';
import { formatPlate } from '@atalaia/domain/documents/plate';
import { formatPlace, placeText } from '@atalaia/domain/geo/coordinates';
import { formatInstant } from '@atalaia/domain/time/dates';
import { formatSpeed } from '@atalaia/domain/units/units';
import { hasPhrase, type Language, languages, type PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { escapeHtml } from '../../platform/outbound/mail/mailer.ts';
import type { DeliveryFacts, EventFacts, Recipient } from './delivery-facts-queries.ts';

/** The same lines as plain text and as the plain HTML that every mail program shows. */

interface Line {
  readonly label?: string;
  readonly text: string;
}

interface MessageContent {
  readonly heading: string;
  readonly lines: readonly Line[];
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  readonly footer?: string;
}

function textOf({ heading, lines, link, footer }: MessageContent): string {
  const parts = [
    heading,
    lines.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n'),
    link ? `${link.label}: ${link.url}` : undefined,
    footer,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** Everything that comes from outside is escaped: a device may be called `<script>`. */
function htmlOf({ heading, lines, link, footer }: MessageContent, language: string): string {
  const rows = lines.map(({ label, text }) =>
    label
      ? `<tr><th align="left" style="padding:2px 12px 2px 0;font-weight:600">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`
      : `<tr><td colspan="2">${escapeHtml(text)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"></head>`,
    '<body style="font-family:sans-serif;font-size:14px;color:#1a1a1a">',
    `<h2 style="font-size:18px">${escapeHtml(heading)}</h2>`,
    `<table cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
    link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '',
    footer ? `<p style="color:#666666;font-size:12px">${escapeHtml(footer)}</p>` : '',
    '</body></html>',
  ].join('');
}

export interface Message {
  readonly title: string;
  readonly text: string;
  readonly html: string;
  /** At most `shortLength` characters. */
  readonly short: string;
  /** The page of the product that it leads to. */
  readonly path: string;
}

/** Two or three parts of an SMS, in which Portuguese takes 67 characters each. */
const shortLength = 200;

export function deliveryMessage(
  facts: DeliveryFacts,
  reading: Reading,
  publicUrl: string | undefined,
): Message {
  const { language, settings } = reading;
  const what = happening(facts, reading);
  const device = facts.plate ? `${facts.deviceName} (${formatPlate(facts.plate)})` : facts.deviceName;
  const time = formatInstant(
    Date.parse(facts.eventTime),
    'display',
    settings.timezone,
    settings.twelveHourFormat,
  );
  const place = placeOf(facts, reading);
  const address = facts.address ? placeText(facts.address, language) : null;
  const lines: Line[] = [
    { label: say(language, 'notice.device'), text: device },
    {
      label: say(language, 'notice.time'),
      text: say(language, 'notice.zonedTime', { time, zone: settings.timezone }),
    },
  ];
  if (facts.speed !== null) {
    const speed = formatSpeed(facts.speed, settings.speedUnit, language);
    lines.push({ label: say(language, 'notice.speed'), text: speed });
  }
  if (address) lines.push({ label: say(language, 'notice.address'), text: address });
  if (place) lines.push({ label: say(language, 'notice.place'), text: place });
  const { label, path } = linkFor(facts, reading);
  const link = publicUrl === undefined ? undefined : { label, url: `${publicUrl}${path}` };
  const content = { heading: what, lines, link, footer: say(language, 'notice.reason') };
  return {
    title: `${what} · ${device}`,
    text: textOf(content),
    html: htmlOf(content, language),
    short: shortened([`${what} · ${device}`, time, address ?? place].filter(Boolean).join(', ')),
    path,
  };
}

/** What a test says, with nothing that happened. */
export function testMessage(recipient: Recipient, reading: Reading): Message {
  const title = say(reading.language, 'notice.testSubject');
  const text = say(reading.language, 'notice.testText', { name: recipient.userName });
  const content = { heading: title, lines: [{ text }] };
  return {
    title,
    text: textOf(content),
    html: htmlOf(content, reading.language),
    short: shortened(text),
    path: '/',
  };
}

function placeOf({ latitude, longitude }: EventFacts, { language, settings }: Reading): string | undefined {
  if (latitude === null || longitude === null) return undefined;
  return formatPlace({ latitude, longitude }, settings.coordinateFormat, language);
}

/** The event, for those whose screens show single events; for the others, the way in. */
function linkFor(facts: DeliveryFacts, { language }: Reading) {
  const profile = profileFrom({
    profileAttribute: facts.userAttributes.profile,
    administrator: facts.administrator,
    deviceLimit: facts.deviceLimit,
    deviceCount: 0,
  });
  if (facts.type === 'alarmEscalated')
    return { label: say(language, 'notice.open'), path: `/admin/desk?alarm=${facts.eventId}` };
  const seesEvents = profile === 'admin' || profile === 'monitor';
  return seesEvents
    ? { label: say(language, 'notice.open'), path: `/admin/events/${facts.eventId}` }
    : { label: say(language, 'notice.openProduct'), path: '/' };
}

/** Cut between characters, never within one. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= shortLength ? text : `${characters.slice(0, shortLength - 1).join('')}…`;
}

/** How one person reads: his language, zone and units (SET-01). */
export interface Reading {
  readonly language: Language;
  readonly settings: Settings;
}

/** The language is the one he chose (attribute `language`), else the product's. */
export function readingOf(server: ServerValues, recipient: Recipient): Reading {
  const { userAttributes, coordinateFormat, twelveHourFormat } = recipient;
  const chosen = languages.find((language) => language === userAttributes.language);
  return {
    language: chosen ?? languages[0],
    settings: resolveSettings(server, { ...userAttributes, coordinateFormat, twelveHourFormat }),
  };
}

/** An event in one line: `Entrou na cerca Casa · Caminhão`. */
export function eventWords(event: EventFacts, reading: Reading): string {
  return `${happening(event, reading)} · ${event.deviceName}`;
}

/** What happened, in a few words: `Alarme: SOS/Pânico`, `Entrou na cerca Casa`. */
function happening(event: EventFacts, reading: Reading): string {
  const { language } = reading;
  if (event.type === 'alarmEscalated')
    return say(language, 'notice.alarmEscalated', { detail: text(event.eventAttributes.rule) });
  const key: PhraseKey = `notice.${event.type as EventType}`;
  if (!hasPhrase(key)) return event.type;
  return say(language, key, { detail: detailOf(event, reading) || '-' });
}

function detailOf(event: EventFacts, { language, settings }: Reading): string {
  const { eventAttributes: attributes } = event;
  switch (event.type as EventType) {
    case 'alarm': {
      const key = `alarm.${text(attributes.alarm)}`;
      return hasPhrase(key) ? say(language, key) : text(attributes.alarm);
    }
    case 'deviceOverspeed': {
      const speed = speedText(attributes.speed ?? event.speed);
      const limit = speedText(attributes.speedLimit);
      return speed && limit ? say(language, 'notice.speedOverLimit', { speed, limit }) : speed;
    }
    case 'geofenceEnter':
    case 'geofenceExit':
      return event.geofenceName ?? '';
    case 'maintenance':
      return event.maintenanceName ?? '';
    case 'driverChanged':
      return event.driverName ?? text(attributes.driverUniqueId);
    case 'commandResult':
      return text(attributes.result);
    case 'textMessage':
      return text(attributes.message);
    default:
      return '';
  }

  function speedText(knots: unknown): string {
    return typeof knots === 'number' ? formatSpeed(knots, settings.speedUnit, language) : '';
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
