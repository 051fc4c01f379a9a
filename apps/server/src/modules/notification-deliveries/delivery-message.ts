/** A notice in words: the subject, the mail in text and HTML, and the few words of an SMS or a push. */

import { profileFrom } from '@atalaia/domain/catalog/profile';
import { formatPlate } from '@atalaia/domain/documents/plate';
import { formatPlace } from '@atalaia/domain/geo/coordinates';
import { formatInstant } from '@atalaia/domain/time/dates';
import { formatSpeed } from '@atalaia/domain/units/units';
import { say } from '@atalaia/phrases/say';
import type { DeliveryFacts, EventFacts, Recipient } from './delivery-facts-queries.ts';
import type { Reading } from './delivery-language.ts';
import { htmlOf, type Line, textOf } from './delivery-lines.ts';
import { happening } from './delivery-subject.ts';

export interface Message {
  readonly title: string;
  readonly text: string;
  readonly html: string;
  /** At most `shortLength` characters. */
  readonly short: string;
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
  if (facts.address) lines.push({ label: say(language, 'notice.address'), text: facts.address });
  if (place) lines.push({ label: say(language, 'notice.place'), text: place });
  const link = publicUrl === undefined ? undefined : linkFor(facts, reading, publicUrl);
  const content = { heading: what, lines, link, footer: say(language, 'notice.reason') };
  return {
    title: `${what} · ${device}`,
    text: textOf(content),
    html: htmlOf(content, language),
    short: shortened([`${what} · ${device}`, time, facts.address ?? place].filter(Boolean).join(', ')),
  };
}

/** What a test says, with nothing that happened. */
export function testMessage(recipient: Recipient, reading: Reading): Message {
  const title = say(reading.language, 'notice.testSubject');
  const text = say(reading.language, 'notice.testText', { name: recipient.userName });
  const content = { heading: title, lines: [{ text }] };
  return { title, text: textOf(content), html: htmlOf(content, reading.language), short: shortened(text) };
}

function placeOf({ latitude, longitude }: EventFacts, { language, settings }: Reading): string | undefined {
  if (latitude === null || longitude === null) return undefined;
  return formatPlace({ latitude, longitude }, settings.coordinateFormat, language);
}

/** The event, for those whose screens show single events; for the others, the way in. */
function linkFor(facts: DeliveryFacts, { language }: Reading, publicUrl: string) {
  const profile = profileFrom({
    profileAttribute: facts.userAttributes.profile,
    administrator: facts.administrator,
    deviceLimit: facts.deviceLimit,
    deviceCount: 0,
  });
  if (facts.type === 'alarmEscalated')
    return { label: say(language, 'notice.open'), url: `${publicUrl}/admin/desk?alarm=${facts.eventId}` };
  const seesEvents = profile === 'admin' || profile === 'monitor';
  return seesEvents
    ? { label: say(language, 'notice.open'), url: `${publicUrl}/admin/events/${facts.eventId}` }
    : { label: say(language, 'notice.openProduct'), url: `${publicUrl}/` };
}

/** Cut between characters, never within one. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= shortLength ? text : `${characters.slice(0, shortLength - 1).join('')}…`;
}
