/** How a row of each of Traccar's tables is said to our API. */
import { instantOf } from '../history/source-values.ts';
import type { SourceRow } from '../source/source.ts';

/** The number here of an object there; undefined when it did not come. */
export type FindNumber = (kind: Kind, sourceId: unknown) => number | undefined;

export interface Translation {
  readonly body: Readonly<Record<string, unknown>>;
  /** What is different here, for the person who moves. */
  readonly notes: readonly string[];
}

export interface ObjectKind {
  readonly kind: Kind;
  readonly table: string;
  /** Below /api. */
  readonly path: string;
  /** By which a person knows one. */
  nameOf(row: SourceRow): string;
  /** `zone`: in which the source's clock writes its times. */
  translate(row: SourceRow, find: FindNumber, zone: string): Translation;
}

export type Kind = (typeof kinds)[number];
export const kinds = [
  ...['calendar', 'group', 'device', 'geofence', 'driver', 'maintenance'],
  ...['attribute', 'command', 'notification', 'user'],
] as const;

const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
/** True as each engine gives it. */
export const flag = (value: unknown) => value === true || value === 1 || value === '1' || value === 't';
const number = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);
const attributes = (value: unknown): Record<string, unknown> => parsed(value) ?? {};

/** JSON of a column; undefined for none and for what is damaged. */
export function parsed(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) return { ...value };
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    const result: unknown = JSON.parse(value);
    return typeof result === 'object' && result !== null && !Array.isArray(result)
      ? { ...result }
      : undefined;
  } catch {
    return undefined;
  }
}

const named = (row: SourceRow) => String(row.name ?? row.description ?? row.id);

/** In the order in which they refer to each other. */
export const objectKinds: readonly ObjectKind[] = [
  {
    ...{ kind: 'calendar', table: 'tc_calendars', path: 'calendars', nameOf: named },
    translate: (row) =>
      plain({
        name: row.name,
        data: Buffer.isBuffer(row.data) ? row.data.toString('base64') : text(row.data),
        attributes: attributes(row.attributes),
      }),
  },
  {
    ...{ kind: 'group', table: 'tc_groups', path: 'groups', nameOf: named },
    translate: (row, find) =>
      plain({
        name: row.name,
        groupId: find('group', row.groupid) ?? 0,
        attributes: attributes(row.attributes),
      }),
  },
  {
    ...{ kind: 'device', table: 'tc_devices', path: 'devices' },
    nameOf: (row) => `${row.name} (${row.uniqueid})`,
    translate: (row, find, zone) =>
      plain({
        name: row.name,
        uniqueId: row.uniqueid,
        groupId: find('group', row.groupid) ?? 0,
        calendarId: find('calendar', row.calendarid) ?? 0,
        category: text(row.category),
        phone: text(row.phone),
        model: text(row.model),
        contact: text(row.contact),
        disabled: flag(row.disabled),
        expirationTime: time(row.expirationtime, zone),
        attributes: attributes(row.attributes),
      }),
  },
  {
    ...{ kind: 'geofence', table: 'tc_geofences', path: 'geofences', nameOf: named },
    translate: (row, find) =>
      plain({
        name: row.name,
        description: text(row.description),
        area: row.area,
        calendarId: find('calendar', row.calendarid) ?? 0,
        attributes: attributes(row.attributes),
      }),
  },
  {
    ...{ kind: 'driver', table: 'tc_drivers', path: 'drivers' },
    nameOf: (row) => `${row.name} (${row.uniqueid})`,
    translate: (row) =>
      plain({ name: row.name, uniqueId: row.uniqueid, attributes: attributes(row.attributes) }),
  },
  {
    ...{ kind: 'maintenance', table: 'tc_maintenances', path: 'maintenance', nameOf: named },
    translate: (row) =>
      plain({
        name: row.name,
        type: row.type,
        start: number(row.start),
        period: number(row.period),
        attributes: attributes(row.attributes),
      }),
  },
  {
    ...{ kind: 'attribute', table: 'tc_attributes', path: 'attributes/computed', nameOf: named },
    translate: (row) =>
      plain({
        description: row.description,
        attribute: row.attribute,
        expression: row.expression,
        type: String(row.type).toLowerCase(),
        priority: number(row.priority),
      }),
  },
  {
    ...{ kind: 'command', table: 'tc_commands', path: 'commands', nameOf: named },
    translate: (row) =>
      plain({
        description: text(row.description),
        type: row.type,
        textChannel: flag(row.textchannel),
        attributes: attributes(row.attributes),
      }),
  },
  {
    ...{ kind: 'notification', table: 'tc_notifications', path: 'notifications' },
    nameOf: (row) => `${row.type}${row.description ? ` (${row.description})` : ''}`,
    translate: notification,
  },
  {
    ...{ kind: 'user', table: 'tc_users', path: 'users' },
    nameOf: (row) => `${row.name} (${row.email})`,
    translate: user,
  },
];

const plain = (body: Readonly<Record<string, unknown>>): Translation => ({ body, notes: [] });

/** As Traccar's clock showed it (`2026-11-24 09:30:00`), in its zone. */
function time(value: unknown, zone: string): string | null {
  const ms = instantOf(value, zone);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

const notificators: Readonly<Record<string, string>> = {
  ...{ web: 'web', mail: 'mail', sms: 'sms', firebase: 'mobile', traccar: 'mobile' },
};

function notification(row: SourceRow, find: FindNumber): Translation {
  const asked = String(row.notificators ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const lost = asked.filter((one) => !(one in notificators) && one !== 'command');
  const ours = new Set(asked.flatMap((one) => notificators[one] ?? []));
  return {
    body: {
      type: row.type,
      always: flag(row.always),
      notificators: ours.size > 0 ? [...ours].join() : null,
      calendarId: find('calendar', row.calendarid) ?? 0,
      commandId: find('command', row.commandid) ?? 0,
      description: text(row.description),
      attributes: attributes(row.attributes),
    },
    notes: lost.length > 0 ? [`not sent by ${lost.join(', ')}: there is no such channel here`] : [],
  };
}

const mailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function user(row: SourceRow, _find: FindNumber, zone: string): Translation {
  const email = String(row.email).trim();
  const isMail = mailForm.test(email);
  const notes: string[] = [];
  if (!isMail) notes.push(`“${email}” is no e-mail address: he signs in with it as before, and gets no mail`);
  if (row.totpkey) notes.push('his second factor does not come: he sets it up again');
  return {
    notes,
    body: {
      name: row.name || email,
      email: isMail ? email : `${email.replaceAll(/[^\w.-]/g, '-') || 'user'}.${row.id}@moved.invalid`,
      login: isMail ? text(row.login) : email,
      phone: text(row.phone),
      latitude: number(row.latitude),
      longitude: number(row.longitude),
      zoom: number(row.zoom),
      disabled: flag(row.disabled),
      administrator: flag(row.administrator),
      readonly: flag(row.readonly),
      deviceReadonly: flag(row.devicereadonly),
      limitCommands: flag(row.limitcommands),
      fixedEmail: flag(row.fixedemail),
      temporary: flag(row.temporary),
      expirationTime: time(row.expirationtime, zone),
      deviceLimit: number(row.devicelimit ?? -1),
      userLimit: number(row.userlimit),
      poiLayer: text(row.poilayer) || null,
      attributes: userAttributes(attributes(row.attributes)),
    },
  };
}

/** Ours have fewer languages; what a person sees of numbers and times is the same. */
function userAttributes({ language, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const ours = { pt: 'pt-BR', pt_BR: 'pt-BR', 'pt-BR': 'pt-BR', en: 'en' }[String(language)];
  return ours === undefined ? rest : { ...rest, language: ours };
}
