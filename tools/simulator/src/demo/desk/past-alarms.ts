/**
 * What the desk of the demonstration did in the past days, hour by hour: the same hour gives the same alarms. Pure;
 * only alarms that were closed by the end of the time are returned.
 */
import { createRandom, type Random } from '../../random.ts';

export interface PastKind {
  /** Key of the rule that ships, or the name of one of the demonstration's own. */
  readonly rule: string;
  readonly eventType: string;
  readonly alarm: string | null;
  /** 0 critical to 3 low. */
  readonly severity: 0 | 1 | 2 | 3;
  readonly weight: number;
  /** An event ends some of them before anybody takes them. */
  readonly endsByItself?: boolean;
}

export const lowBatteryRule = 'Bateria do rastreador fraca';
export const overspeedRule = 'Excesso de velocidade';

const kinds: readonly PastKind[] = [
  { rule: 'sos', eventType: 'alarm', alarm: 'sos', severity: 0, weight: 2 },
  { rule: 'jamming', eventType: 'alarm', alarm: 'jamming', severity: 0, weight: 2 },
  { rule: 'tow', eventType: 'alarm', alarm: 'tow', severity: 1, weight: 2, endsByItself: true },
  { rule: 'powerCut', eventType: 'alarm', alarm: 'powerCut', severity: 1, weight: 8, endsByItself: true },
  { rule: 'tampering', eventType: 'alarm', alarm: 'tampering', severity: 1, weight: 3 },
  { rule: lowBatteryRule, eventType: 'alarm', alarm: 'lowBattery', severity: 2, weight: 5 },
  { rule: overspeedRule, eventType: 'deviceOverspeed', alarm: null, severity: 3, weight: 6 },
];

/** To claim and to close, seconds, as the server's settings ship. */
const deadlines = [
  { claim: 60, close: 15 * 60 },
  { claim: 3 * 60, close: 30 * 60 },
  { claim: 15 * 60, close: 4 * 3600 },
  { claim: 4 * 3600, close: 24 * 3600 },
] as const;

const endings: readonly (readonly [outcome: string, weight: number, notes: readonly string[]])[] = [
  [
    'falseAlarm',
    9,
    [
      'Cliente confirmou que está com o veículo; tudo em ordem.',
      'Motorista acionou sem querer ao manobrar.',
      'Sem anormalidade na posição nem na voltagem depois do evento.',
    ],
  ],
  [
    'confirmed',
    3,
    [
      'Bateria desconectada na oficina sem aviso; cliente orientado a pedir silêncio antes.',
      'Cabo de alimentação com mau contato; visita técnica agendada.',
      'Motorista parado por pane; guincho a caminho pelo seguro.',
    ],
  ],
  ['test', 2, ['Teste do técnico após a instalação.']],
  ['customerError', 3, ['Cliente removeu o chip para trocar de aparelho; religado por telefone.']],
  [
    'noContact',
    2,
    ['Três tentativas sem resposta; recado deixado. Veículo parado em casa, ignição desligada.'],
  ],
];

const holdReasons = [
  { key: 'awaitingCustomer', pausesClock: true },
  { key: 'watching', pausesClock: false },
] as const;

/** A line of history: `by` is a place in the list of operators, or the server itself. */
export interface PastLine {
  readonly atMs: number;
  readonly action: string;
  readonly by: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface PastAlarm {
  readonly kind: PastKind;
  /** Place in the list of vehicles. */
  readonly vehicle: number;
  readonly eventTimesMs: readonly number[];
  readonly claimSeconds: number;
  readonly closeSeconds: number;
  /** Null where an event ended it before anybody took it. */
  readonly claimedMs: number | null;
  readonly claimedBy: number | null;
  readonly closedMs: number;
  readonly closedBy: number | null;
  /** Key of its outcome. */
  readonly outcome: string;
  readonly note: string | null;
  /** The clock stood for so long. */
  readonly pausedMs: number;
  readonly lines: readonly PastLine[];
}

const hourMs = 3_600_000;
/** Brazil's time has had no summer time since 2019. */
const localHour = (ms: number) => new Date(ms - 3 * hourMs).getUTCHours();

function weighted<T>(random: Random, list: readonly T[], weightOf: (item: T) => number): T {
  let left = random.between(
    0,
    list.reduce((sum, item) => sum + weightOf(item), 0),
  );
  for (const item of list) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  return random.pick(list);
}

/** Three shifts of eight hours; now and then a colleague takes one. */
function operatorAt(random: Random, ms: number, operators: number): number {
  if (random.chance(0.15)) return random.whole(0, operators - 1);
  return Math.floor(((localHour(ms) + 17) % 24) / 8) % operators;
}

/** Alarms that were opened and closed within a time, oldest first. */
export function pastAlarms(
  fromMs: number,
  toMs: number,
  vehicles: number,
  operators: number,
): readonly PastAlarm[] {
  const busyUntil = new Map<number, number>();
  const alarms: PastAlarm[] = [];
  for (let hour = Math.floor(fromMs / hourMs); hour * hourMs < toMs; hour += 1) {
    const random = createRandom('desk', hour);
    const isNight = localHour(hour * hourMs) < 6;
    const openings = Array.from(
      { length: isNight ? random.whole(1, 3) : random.whole(3, 8) },
      () => hour * hourMs + random.whole(0, hourMs - 1),
    ).sort((one, other) => one - other);
    for (const openedMs of openings) {
      const vehicle = random.whole(0, vehicles - 1);
      const alarm = pastAlarm(random, openedMs, vehicle, operators);
      if (openedMs < fromMs || alarm.closedMs >= toMs || (busyUntil.get(vehicle) ?? 0) > openedMs) continue;
      busyUntil.set(vehicle, alarm.closedMs);
      alarms.push(alarm);
    }
  }
  return alarms;
}

function pastAlarm(random: Random, openedMs: number, vehicle: number, operators: number): PastAlarm {
  const kind = weighted(random, kinds, ({ weight }) => weight);
  const { claim, close } = deadlines[kind.severity];
  const lines: PastLine[] = [{ atMs: openedMs, action: 'open', by: null, details: { count: 1 } }];
  const say = (atMs: number, action: string, by: number | null, details: PastLine['details'] = {}) =>
    lines.push({ atMs, action, by, details });
  const base = { kind, vehicle, claimSeconds: claim, closeSeconds: close };

  const isLateTaken = random.chance(0.12);
  const claimedMs =
    openedMs +
    Math.round(claim * 1000 * (isLateTaken ? random.between(1.1, 2.2) : random.between(0.08, 0.8)));
  const eventTimesMs = [openedMs];
  for (let count = random.chance(0.4) ? random.whole(1, 4) : 0; count > 0; count -= 1) {
    const atMs = openedMs + Math.round((Math.min(claimedMs - openedMs, claim * 600) * (5 - count)) / 6);
    eventTimesMs.push(atMs);
    say(atMs, 'join', null, { count: 1 });
  }

  if (kind.endsByItself && random.chance(0.25)) {
    const closedMs = openedMs + Math.round(claim * 600);
    say(closedMs, 'normalise', null);
    const ending = { claimedMs: null, claimedBy: null, closedMs, closedBy: null, outcome: 'normalised' };
    return { ...base, ...ending, eventTimesMs, note: null, pausedMs: 0, lines: inOrder(lines) };
  }

  if (isLateTaken && kind.severity < 2)
    say(openedMs + claim * 1000, 'escalate', null, { position: 0, told: [], raisedTo: null, team: null });
  const claimedBy = operatorAt(random, claimedMs, operators);
  say(claimedMs, 'claim', claimedBy, { next: true });

  const isLateClosed = random.chance(0.07);
  const workShare = isLateClosed ? random.between(1.05, 1.6) : random.between(0.08, 0.7);
  // nobody works for hours on a low battery
  const workMs = Math.round(Math.min(close, isLateClosed ? close : 2400) * 1000 * workShare);
  let closedMs = isLateClosed ? openedMs + workMs : claimedMs + workMs;
  let closedBy = claimedBy;
  let pausedMs = 0;
  const middleMs = claimedMs + Math.round((closedMs - claimedMs) * 0.4);
  if (random.chance(0.12)) {
    const { key, pausesClock } = random.pick(holdReasons);
    const heldMs = random.whole(10, 45) * 60_000;
    say(middleMs, 'hold', closedBy, {
      until: new Date(middleMs + heldMs).toISOString(),
      reason: key,
      note: 'Cliente em reunião; retorno combinado.',
    });
    say(middleMs + heldMs, 'resume', null, { reason: 'hold-ended' });
    closedMs += heldMs;
    pausedMs = pausesClock ? heldMs : 0;
  } else if (operators > 1 && random.chance(0.08)) {
    closedBy = (claimedBy + 1) % operators;
    say(middleMs, 'pass', claimedBy, {
      userId: closedBy,
      note: 'Fim do turno; falta só o retorno do cliente.',
    });
  } else if (random.chance(0.2)) {
    say(middleMs, 'note', closedBy, {
      note: 'Liguei para o contato principal, caixa postal; tento de novo.',
    });
  }
  const [outcome, , notes] = weighted(random, endings, ([, weight]) => weight);
  const note = random.chance(0.75) ? random.pick(notes) : null;
  say(closedMs, 'close', closedBy, { outcome, ...(note !== null && { note }) });
  const ending = { claimedMs, claimedBy, closedMs, closedBy, outcome, note, pausedMs };
  return { ...base, ...ending, eventTimesMs, lines: inOrder(lines) };
}

const inOrder = (lines: readonly PastLine[]) => lines.toSorted((one, other) => one.atMs - other.atMs);
