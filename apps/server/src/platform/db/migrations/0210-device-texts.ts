import { type Kysely, sql } from 'kysely';

/** A text as JSON, for what a table works out itself: `to_json` alone may depend on settings, and of a text does not. */
const jsonOf = sql`
  CREATE FUNCTION json_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(to_json(given)::text, 'null')`;

/** What a device's JSON says of its group and its customer: made when they are called so, for all of their devices. */
const names = sql`
  ALTER TABLE groups ADD COLUMN json text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (',"groupName":' || json_text(name)) STORED;
  ALTER TABLE customers ADD COLUMN json text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (',"customerName":' || json_text(name) || ',"customerCpfCnpj":' || json_text(cpf_cnpj)) STORED`;

/** Of rows of devices: the beginning of an object, with the attributes as its last field. */
const textsOf = (rows: string) => {
  // written out: a function that is called for each of 700,000 texts takes as long as the rest
  const json = (text: string) => `coalesce(to_json(${text})::text, 'null')`;
  return sql.raw(`
    SELECT d.id, d.group_id, d.customer_id,
      text.head || (own.attributes - 'devicePassword')::text,
      CASE WHEN own.attributes ? 'devicePassword' THEN text.head || own.attributes::text END
    FROM ${rows} AS d, LATERAL (
      SELECT CASE jsonb_typeof(d.attributes) WHEN 'object' THEN d.attributes ELSE '{}' END AS attributes
    ) AS own, LATERAL (
      SELECT '{"id":' || d.id || ',"uniqueId":' || ${json('d.unique_id')} || ',"name":' || ${json('d.name')}
        || ',"groupId":' || coalesce(d.group_id, 0) || ',"customerId":' || coalesce(d.customer_id, 0)
        || ',"category":' || ${json('d.category')} || ',"disabled":' || d.disabled::text
        || ',"expirationTime":' || ${json(`to_char(d.expiration_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)}
        || ',"calendarId":' || coalesce(d.calendar_id, 0) || ',"phone":' || ${json('d.phone')}
        || ',"model":' || ${json('d.model')} || ',"contact":' || ${json('d.contact')} || ',"attributes":' AS head
    ) AS text`);
};

/**
 * What of a device only people change, as the JSON that everybody is sent: made once when the device changes, whoever
 * changes it and from whichever release, since making it takes ten times as long as reading it. Beside the devices, so
 * that a look at all of them passes over no texts. What trackers change is added when it is read and never written here.
 *
 * The trigger reads the devices as they are now: one that two references of a statement change (a group and a customer that
 * are removed at once) stands twice among those that changed. It looks them up by number, since its plan is kept for as long
 * as the connection and was perhaps made for a single one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await jsonOf.execute(db);
  await sql`
    CREATE TABLE device_texts (
      device_id integer PRIMARY KEY,
      group_id integer,
      customer_id integer,
      -- without its closing brace, and without the tracker's password
      json text COLLATE "C" NOT NULL,
      -- the same with it, where there is one
      with_password text COLLATE "C"
    );
    CREATE FUNCTION write_device_texts() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $write$
    BEGIN
      INSERT INTO device_texts ${textsOf('(SELECT * FROM devices WHERE id = ANY (ARRAY(SELECT id FROM changed)))')}
      ON CONFLICT (device_id) DO UPDATE SET group_id = excluded.group_id, customer_id = excluded.customer_id,
        json = excluded.json, with_password = excluded.with_password;
      RETURN NULL;
    END $write$;
    CREATE TRIGGER devices_texts_of_new AFTER INSERT ON devices
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_device_texts();
    CREATE TRIGGER devices_texts_of_changed AFTER UPDATE ON devices
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_device_texts();
    INSERT INTO device_texts ${textsOf('devices')};
    -- behind the rows: one join checks them all, and no device is locked for each
    ALTER TABLE device_texts ADD FOREIGN KEY (device_id) REFERENCES devices ON DELETE CASCADE;
    -- few, whom a list by status shows last
    CREATE INDEX devices_disabled ON devices (id) WHERE disabled`.execute(db);
  // last: nobody reads groups and customers from here to the end
  await names.execute(db);
}
