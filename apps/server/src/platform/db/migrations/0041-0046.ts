import { type Kysely, sql } from 'kysely';

/** What clients are not told of how the desk handled their events; said when it was handled, so that nothing is taken back. */
export async function toldClients(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- for clients it is as open as before
    ALTER TABLE events ADD COLUMN handled_untold boolean;
    CREATE INDEX events_untold ON events (device_id, id) WHERE handled_untold;
    ALTER TABLE event_comments ADD COLUMN untold boolean NOT NULL DEFAULT false`.execute(db);
}

/** Kinds of alarms that a person does not want to hear or see for a time: his own view, on whichever screen (DESK-18). */
export async function userMutedRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE muted_alarm_rules (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      rule_id integer NOT NULL REFERENCES alarm_rules ON DELETE CASCADE,
      until timestamptz NOT NULL,
      PRIMARY KEY (user_id, rule_id)
    );
    CREATE INDEX muted_alarm_rules_rule ON muted_alarm_rules (rule_id)`.execute(db);
}

/** By which way a call-out's link was sent, whether it was opened, and the keys of answers that were received. */
export async function callOutLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE call_outs
      ADD COLUMN channel text CHECK (channel IN ('whatsapp', 'sms')),
      -- 'opened': WhatsApp was opened with the text; what a person sent there nobody knows
      ADD COLUMN channel_state text CHECK (channel_state IN ('opened', 'sending', 'sent', 'failed')),
      ADD COLUMN channel_at timestamptz,
      ADD COLUMN seen_at timestamptz,
      ADD COLUMN answer_keys text[] NOT NULL DEFAULT '{}'`.execute(db);
}

/**
 * Where an agent was when he answered is the centre's to know: it was the address of his occurrence, which clients and the
 * case's document read.
 */
export async function occurrencePlaces(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE occurrences ADD COLUMN latitude float8, ADD COLUMN longitude float8`.execute(db);
  await sql`
    UPDATE occurrences SET latitude = split_part(address, ', ', 1)::float8, longitude = split_part(address, ', ', 2)::float8,
      address = NULL
    WHERE attributes ? 'callOutId' AND address ~ '^-?\\d{1,2}\\.\\d{6}, -?\\d{1,3}\\.\\d{6}$'`.execute(db);
}

/** Of each line of a procedure, the kind of step that it led to: who takes the alarm later goes on there. */
export async function stepAfter(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE alarm_steps ADD COLUMN next_kind text`.execute(db);
}

// The procedures that ship.

type Ways = Readonly<Record<string, string>>;
type Made = Readonly<Record<string, unknown>> & { readonly id: string; readonly next: Ways };

const answers: Readonly<Record<string, readonly string[]>> = {
  call: ['answered', 'noAnswer', 'voicemail', 'wrongNumber'],
  phrase: ['right', 'wrong', 'duress', 'none-set'],
  command: ['sent', 'notSent'],
  question: ['yes', 'no'],
};

/** A step that leads to the one below it, but where it is said otherwise. */
const step =
  (required: boolean) =>
  (id: string, kind: string, title: string, ways: Ways = {}, more: object = {}): Made => {
    const all = [...(answers[kind] ?? ['done']), ...(required ? [] : ['skipped'])];
    const next = Object.fromEntries(all.map((answer) => [answer, ways[answer] ?? 'following']));
    return { id, kind, title, required, next, ...more };
  };
const must = step(true);
const may = step(false);

/** Nobody answered: each of the three leads to the same. */
const unheard = (to: string) => ({ noAnswer: to, voicemail: to, wrongNumber: to });
const first = { role: null, place: 1 };
const second = { role: null, place: 2 };
const push = { supervisors: true, userIds: [], notificators: ['mobile'] };
const block = { command: { type: 'engineStop' }, when: 'standstill' };

const shipped: readonly {
  readonly key: string;
  readonly name: string;
  readonly use: 'alarm' | 'call';
  readonly steps: readonly Made[];
}[] = [
  {
    ...{ key: 'sos', name: 'SOS/Pânico', use: 'alarm' },
    steps: [
      must('call', 'call', 'Ligar para o titular e ouvir antes de falar', { answered: 'phrase' }, first),
      must('second', 'call', 'Ligar para o contato seguinte', unheard('tell'), second),
      must('phrase', 'phrase', 'Pedir a senha', { wrong: 'tell', duress: 'tell' }),
      must('real', 'question', 'É uma emergência?', { no: 'end' }),
      must('tell', 'tell', 'Avisar a supervisão', {}, push),
      must('police', 'text', 'Acionar a polícia (190) e anotar o protocolo'),
      may('look', 'wait', 'Aguardar e olhar de novo a posição', {}, { minutes: 5 }),
      may('case', 'case', 'Abrir o sinistro', {}, { openingType: 'robbery' }),
    ],
  },
  {
    ...{ key: 'powerCut', name: 'Corte de energia', use: 'alarm' },
    steps: [
      may('workshop', 'question', 'O veículo está em oficina ou manutenção?', { yes: 'end' }),
      may('call', 'call', 'Ligar para o titular', unheard('look'), first),
      may('known', 'question', 'O titular sabe do corte?', { yes: 'end', no: 'tell' }),
      may('look', 'wait', 'Aguardar e olhar de novo a posição', {}, { minutes: 10 }),
      may('back', 'question', 'A energia voltou e o veículo está no lugar?', { yes: 'end' }),
      may('tell', 'tell', 'Avisar a supervisão', {}, push),
      may('case', 'case', 'Abrir o sinistro', {}, { openingType: 'theft' }),
    ],
  },
  {
    ...{ key: 'reportedTheft', name: 'Roubo informado por telefone', use: 'call' },
    steps: [
      must('phrase', 'phrase', 'Pedir a senha a quem liga', {
        ...{ right: 'facts', 'none-set': 'facts', duress: 'case' },
      }),
      must('callback', 'call', 'Ligar de volta para o titular', unheard('tell'), first),
      must('facts', 'text', 'Anotar onde, quando e como foi, e para onde seguiram'),
      must('people', 'question', 'Há pessoas em risco dentro do veículo?', { yes: 'case' }),
      may('block', 'command', 'Bloquear quando parar', {}, block),
      must('case', 'case', 'Abrir o sinistro', {}, { openingType: 'robbery' }),
      must('tell', 'tell', 'Avisar a supervisão', {}, push),
      must('police', 'text', 'Acionar a polícia (190) e anotar o protocolo'),
    ],
  },
  {
    ...{ key: 'jamming', name: 'Bloqueador de sinal', use: 'alarm' },
    steps: [
      must('call', 'call', 'Ligar para o titular', { answered: 'phrase' }, first),
      must('second', 'call', 'Ligar para o contato seguinte', unheard('tell'), second),
      must('phrase', 'phrase', 'Pedir a senha', { wrong: 'tell', duress: 'tell' }),
      must('fine', 'question', 'Está tudo bem com o veículo e o motorista?', { yes: 'end' }),
      must('tell', 'tell', 'Avisar a supervisão', {}, push),
      may('look', 'wait', 'Aguardar o sinal voltar e olhar a posição', {}, { minutes: 3 }),
      may('case', 'case', 'Abrir o sinistro', {}, { openingType: 'robbery' }),
      must('police', 'text', 'Acionar a polícia (190) e anotar o protocolo'),
    ],
  },
  {
    ...{ key: 'tow', name: 'Reboque', use: 'alarm' },
    steps: [
      may('call', 'call', 'Ligar para o titular', unheard('look'), first),
      may('agreed', 'question', 'O reboque foi combinado?', { yes: 'end', no: 'tell' }),
      may('look', 'wait', 'Aguardar e olhar de novo a posição', {}, { minutes: 5 }),
      may('moves', 'question', 'O veículo continua em movimento?', { no: 'end' }),
      may('tell', 'tell', 'Avisar a supervisão', {}, push),
      may('case', 'case', 'Abrir o sinistro', {}, { openingType: 'theft' }),
      may('police', 'text', 'Acionar a polícia (190) e anotar o protocolo'),
    ],
  },
  {
    ...{ key: 'blockContradicted', name: 'Bloqueio contradito', use: 'alarm' },
    steps: [
      must('look', 'text', 'Conferir no mapa se o veículo anda por conta própria'),
      may('block', 'command', 'Bloquear de novo quando parar', {}, block),
      must('tell', 'tell', 'Avisar a supervisão', {}, push),
      may('call', 'call', 'Ligar para o titular', {}, first),
      may('again', 'wait', 'Aguardar e olhar de novo a posição', {}, { minutes: 3 }),
    ],
  },
];

/**
 * Procedures that ship, each as its published version (PROC-01); its titles are `procedureStep.<key>` of the phrases.
 * Rules and calls name them where no alarm was ever opened: elsewhere required steps are nobody's choice yet.
 */
export async function shippedProcedures(db: Kysely<unknown>): Promise<void> {
  for (const { key, name, use, steps } of shipped) {
    const keyed = steps.map((one) => ({ ...one, key: `${key}.${one.id}` }));
    await sql`
      WITH made AS (
        INSERT INTO procedures (key, name, use, published_version) VALUES (${key}, ${name}, ${use}, 1) RETURNING id
      ), version AS (
        INSERT INTO procedure_versions (procedure_id, number, name, steps)
        SELECT id, 1, ${name}, ${JSON.stringify(keyed)}::jsonb FROM made
      ), calls AS (
        UPDATE desk_settings SET settings = jsonb_set(settings, '{callProcedures}',
          jsonb_build_object(${key}::text, (SELECT id FROM made))) WHERE ${use} = 'call' AND NOT EXISTS (SELECT FROM alarms)
      )
      UPDATE alarm_rules SET procedure_id = made.id FROM made WHERE alarm_rules.key = ${key} AND procedure_id IS NULL
        AND NOT EXISTS (SELECT FROM alarms)`.execute(db);
  }
}
