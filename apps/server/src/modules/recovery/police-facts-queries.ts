import type { PoliceFactsInput } from '@atalaia/contract/sinisters/police-texts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

export interface PoliceSources {
  /** The attributes of the device as they are now, over those that the case kept. */
  readonly vehicle: Readonly<Record<string, unknown>>;
  /** Null when the device is gone. */
  readonly deviceId: number | null;
  readonly customer: {
    readonly name: string;
    readonly document: string;
    readonly phone: string | null;
    readonly email: string | null;
    readonly address: string;
  } | null;
  readonly typed: PoliceFactsInput | null;
  readonly reportNumber: string | null;
  readonly sinalNumber: string | null;
}

/** What the texts for the police are made of. */
export async function findPoliceSources(db: Kysely<Schema>, sinisterId: number): Promise<PoliceSources> {
  const { rows } = await sql<PoliceSources>`
    SELECT (s.device -> 'attributes') || coalesce(d.attributes, '{}') AS vehicle, d.id AS "deviceId", f.facts AS typed,
      (SELECT reference FROM recovery_steps WHERE sinister_id = s.id AND step = 'policeReport') AS "reportNumber",
      (SELECT reference FROM recovery_steps WHERE sinister_id = s.id AND step = 'sinal') AS "sinalNumber",
      CASE WHEN c.id IS NULL THEN NULL ELSE jsonb_build_object('name', c.name, 'document', c.cpf_cnpj,
        'phone', coalesce(nullif(c.cellphone, ''), nullif(c.phone, '')), 'email', nullif(c.notification_email, ''),
        'address', concat_ws(', ', nullif(concat_ws(' ', c.street, c.number, c.complement), ''),
          nullif(c.neighborhood, ''), nullif(concat_ws('/', nullif(c.city, ''), nullif(c.state, '')), ''),
          nullif(c.postal_code, ''))) END AS customer
    FROM sinisters AS s LEFT JOIN devices AS d ON d.id = s.device_id LEFT JOIN customers AS c ON c.id = s.customer_id
      LEFT JOIN police_facts AS f ON f.sinister_id = s.id
    WHERE s.id = ${sinisterId}`.execute(db);
  const [sources] = rows;
  if (!sources) throw new Error(`sinister ${sinisterId} is gone`);
  return sources;
}

/** When it happened, as it was typed for the police; null where it was not. */
export async function findFactAt(db: Kysely<Schema>, sinisterId: number): Promise<string | null> {
  const { rows } = await sql<{ factAt: string | null }>`
    SELECT facts ->> 'factAt' AS "factAt" FROM police_facts WHERE sinister_id = ${sinisterId}`.execute(db);
  return rows[0]?.factAt ?? null;
}

export async function storePoliceFacts(
  db: Kysely<Schema>,
  sinisterId: number,
  input: PoliceFactsInput,
  notedBy: string,
): Promise<void> {
  const values = { facts: JSON.stringify(input), noted_by: notedBy };
  await db
    .insertInto('police_facts')
    .values({ sinister_id: sinisterId, ...values })
    .onConflict((conflict) => conflict.column('sinister_id').doUpdateSet({ ...values, noted_at: sql`now()` }))
    .execute();
}
