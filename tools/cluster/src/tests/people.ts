import { setTimeout as sleep } from 'node:timers/promises';
import { liveCloseCodes } from '@atalaia/contract/devices/live-message';
import { wholeAttributes } from '@atalaia/server/src/queries/sql-fragments.ts';
import { expect, test } from 'vitest';
import { untilAcknowledged, untilShown } from '../testing/expectations.ts';
import { sendOverHttp } from '../testing/reports.ts';
import { type Scene, whileSending } from '../testing/scene.ts';

/** Within which an end, a right and a rule hold everywhere. */
const holdsWithinMs = 1_000;

export function everybodySees(scene: () => Scene): void {
  test('[SCALE-03] who is connected to either web process sees what trackers send to either ingest process', async () => {
    const { enlist, tracker, server, view } = scene();
    const viewers = ['web-1', 'web-2'].map((name) => view(server(name).origin));
    const vehicles = await enlist(4);
    const trackers = vehicles.map((vehicle, index) =>
      tracker(vehicle, [server(`ingest-${1 + (index % 2)}`).portOffset]),
    );
    await whileSending(trackers, () => untilAcknowledged(trackers, 10));
    for (const [index, one] of trackers.entries()) await untilShown(viewers, vehicles[index]?.id ?? 0, one);
  });

  endsAndRightsHold(scene, 'while NATS carries news', async () => undefined);
}

/** In one test, while trackers send: a session that was ended, a right that was taken away, a rule that was changed. */
export function endsAndRightsHold(scene: () => Scene, when: string, prepare: () => Promise<void>): void {
  test(`[SCALE-03] a sign-out, a right and a rule hold everywhere within a second, ${when}`, async () => {
    const { enlist, tracker, server, view, person, admin, cluster, pool } = scene();
    const vehicles = await enlist(4);
    const [taken, kept] = vehicles;
    if (!taken || !kept) throw new Error('none was registered');
    const name = when.replaceAll(' ', '-');
    const one = await person(`one-${name}@cluster.local`, vehicles);
    const other = await person(`other-${name}@cluster.local`, vehicles);
    const rule = { description: `Rule ${name}`, attribute: 'rule', type: 'number', expression: '1' };
    const { id: ruleId } = await admin.post<{ id: number }>('attributes/computed', rule);
    await admin.post('permissions', { deviceId: kept.id, attributeId: ruleId });
    await prepare();

    const offset = server('ingest-1').portOffset;
    const trackers = vehicles.slice(0, 2).map((vehicle) => tracker(vehicle, [offset]));
    await whileSending(trackers, async () => {
      await untilAcknowledged(trackers, 4);
      // sent where each was last, whether or not news arrive
      const [watching, leaving] = [one, other].map(({ token }) => view(server('web-2').origin, token));
      if (!watching || !leaving) throw new Error('nobody watches');
      await expect.poll(() => watching.lastMs(taken.id) && leaving.lastMs(taken.id)).toBeDefined();
      const removal = await ask(server('web-1').origin, admin.token, 'DELETE', 'permissions', {
        userId: one.id,
        deviceId: taken.id,
      });
      expect(removal).toBe(204);
      expect(await ask(server('web-1').origin, other.token, 'DELETE', 'session')).toBe(204);
      const doneMs = performance.now();
      await sleep(holdsWithinMs);
      expect([...watching.removed]).toEqual([taken.id]);
      await untilAcknowledged(trackers, 10);
      await sleep(holdsWithinMs / 2);
      expect((watching.lastMs(taken.id) ?? 0) - doneMs).toBeLessThan(holdsWithinMs);
      expect((leaving.lastMs(kept.id) ?? 0) - doneMs).toBeLessThan(holdsWithinMs);
      expect(leaving.closes).toContain(liveCloseCodes.signedOutOfField);
    });

    await admin.put(`attributes/computed/${ruleId}`, { ...rule, id: ruleId, expression: '2' });
    await sleep(holdsWithinMs);
    const second = Math.floor(Date.now() / 1000);
    for (const process of cluster.of('ingest')) {
      const url = `http://127.0.0.1:${5055 + process.server.portOffset}/`;
      const timestamp = second + cluster.of('ingest').indexOf(process);
      expect(await sendOverHttp(url, kept.uniqueId, { timestamp })).toBe(true);
    }
    const { rows } = await pool.query(
      `SELECT (${wholeAttributes('attributes')} ->> 'rule')::int AS rule FROM positions WHERE device_id = $1 AND fix_time >= to_timestamp($2)`,
      [kept.id, second],
    );
    expect(rows).toEqual([{ rule: 2 }, { rule: 2 }]);
  });
}

async function ask(
  origin: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const answer = await fetch(`${origin}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
