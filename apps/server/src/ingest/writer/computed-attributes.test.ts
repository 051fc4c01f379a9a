import { attributeValue } from '@atalaia/domain/attributes/attribute-value';
import {
  type ComputedType,
  compileExpression,
  typedResult,
} from '@atalaia/domain/expressions/computed-attribute';
import type { VariablePosition } from '@atalaia/domain/expressions/expression-variables';
import { createRandom } from '@atalaia/protocols/testing/mutations';
import { expect, test } from 'vitest';
import type { IngestDevice } from '../ingest-device.ts';
import type { ComputedRow } from '../rules/rule-queries.ts';
import { createPlanDrive, entryOf, minuteMs, testDevice } from '../testing/plan-drive.ts';
import { rulesOf } from '../testing/rules-of.ts';

const attributesOf = (json: string | undefined) => JSON.parse(json ?? '{}');

test('[ING-06] computed attributes are stored, each seeing those before it and the position before', () => {
  const rules = rulesOf({
    computed: [
      { id: 1, attribute: 'volts', expression: 'adc1 / 10', type: 'number' },
      { id: 2, attribute: 'charging', expression: 'volts > 13', type: 'boolean' },
      { id: 3, attribute: 'gained', expression: 'odometer - lastOdometer', type: 'number' },
      { id: 4, attribute: 'way', expression: '`broken`', type: 'string' },
    ],
  });
  const device = createPlanDrive({ rules });
  device.drive([
    { afterMs: 0, attributes: { adc1: 140, odometer: 100 } },
    { afterMs: minuteMs, attributes: { odometer: 250 } },
  ]);
  const [first, second] = device.positions.map(({ attributesJson }) => attributesOf(attributesJson));
  expect(first).toMatchObject({ volts: 14, charging: true });
  expect(first).not.toHaveProperty('gained');
  expect(second).toMatchObject({ gained: 150 });
  expect(second).not.toHaveProperty('volts');
});

test('[ATT-01] of the position before, what the server counted goes before what its tracker said', () => {
  const rules = rulesOf({
    computed: [
      { id: 1, attribute: 'total', expression: 'lastTotalDistance', type: 'number' },
      { id: 2, attribute: 'said', expression: 'totalDistance', type: 'number' },
      { id: 3, attribute: 'moved', expression: 'lastMotion', type: 'boolean' },
      { id: 4, attribute: 'jumped', expression: 'lastApproximate', type: 'boolean' },
    ],
  });
  const device = createPlanDrive({ rules });
  const said = { totalDistance: 5, motion: true };
  device.drive([
    { afterMs: 0, attributes: said },
    { afterMs: minuteMs, attributes: said },
    { afterMs: 2 * minuteMs, latitude: 10, attributes: said },
    { afterMs: 3 * minuteMs, latitude: 10, attributes: said },
  ]);
  const found = device.positions.map(({ attributesJson }) => attributesOf(attributesJson));
  expect(found[0]).toMatchObject({ said: 5 });
  expect(found[0]).not.toHaveProperty('total');
  expect(found[1]).toMatchObject({ said: 5, total: 0, moved: true });
  expect(found[1]).not.toHaveProperty('jumped');
  expect(found[3]).toMatchObject({ jumped: true });
});

test('[ING-06] whatever keys trackers send, each keeps its place and computed ones follow, of those that give something', () => {
  const rules = rulesOf({
    computed: [
      { id: 1, attribute: 'made', expression: 'a0 * 2', type: 'number' },
      { id: 2, attribute: 'a1', expression: 'made + 1', type: 'number' },
      { id: 3, attribute: 'late', expression: 'made > 4', type: 'boolean' },
    ],
  });
  const device = createPlanDrive({ rules });
  const sets = Array.from({ length: 200 }, (_, set) =>
    Object.fromEntries(
      [0, 1, 2, 3, 4, 5, 6].flatMap((key) => (set & (1 << key) ? [[`a${key}`, key + set]] : [])),
    ),
  );
  const reports = [...sets, ...sets].map((attributes, at) => ({ afterMs: at * minuteMs, attributes }));
  device.drive(reports);
  const expected = reports.map(({ attributes }) => {
    const { a0 } = attributes;
    if (a0 === undefined) return attributes;
    return { ...attributes, made: a0 * 2, ...{ a1: a0 * 2 + 1, late: a0 * 2 > 4 } };
  });
  expect(device.positions.map(({ attributesJson }) => attributesJson)).toEqual(
    expected.map((attributes) => JSON.stringify(attributes)),
  );
});

test('[ATT-01] of higher priority is worked out first; the device is spoken of by its name', () => {
  const rules = rulesOf({
    computed: [
      { id: 1, attribute: 'label', expression: "device.name + ' ' + volts", type: 'string' },
      {
        id: 2,
        attribute: 'volts',
        expression: 'math:round(attributes.adc1 / 10)',
        type: 'number',
        priority: 5,
      },
    ],
  });
  const device = createPlanDrive({ rules });
  device.drive([{ afterMs: 0, attributes: { adc1: 144 } }]);
  expect(attributesOf(device.positions[0]?.attributesJson)).toMatchObject({ volts: 14, label: 'Car 14' });
});

test('one that fails sets nothing, is counted, and one whose values are missing is not', () => {
  const rules = rulesOf({
    computed: [
      { id: 1, attribute: 'a', expression: 'event * 2', type: 'number' },
      { id: 2, attribute: 'b', expression: 'absent * 2', type: 'number' },
      { id: 3, attribute: 'c', expression: 'speed', type: 'boolean' },
    ],
  });
  const device = createPlanDrive({ rules });
  device.drive([{ afterMs: 0, speedKnots: 3, attributes: { event: 'x' } }]);
  expect(Object.keys(attributesOf(device.positions[0]?.attributesJson))).not.toContain('a');
  expect(device.failedExpressions).toBe(2);
});

test('[ING-07] what is computed feeds the events', () => {
  const rules = rulesOf({
    computed: [
      { id: 1, attribute: 'ignition', expression: 'power > 13', type: 'boolean' },
      { id: 2, attribute: 'alarm', expression: "power < 9 ? 'powerCut' : null", type: 'string' },
      { id: 3, attribute: 'driverUniqueId', expression: "'d' + card", type: 'string' },
    ],
  });
  const device = createPlanDrive({ rules });
  const types = device.drive([
    { afterMs: 0, attributes: { power: 12 } },
    { afterMs: minuteMs, attributes: { power: 14, card: 7 } },
    { afterMs: 2 * minuteMs, attributes: { power: 8, card: 7 } },
  ]);
  expect(types).toEqual([[], ['ignitionOn', 'driverChanged'], ['alarm', 'ignitionOff']]);
});

test('[UNIT-04] a result beyond all measure of its key is a failure', () => {
  const rules = rulesOf({
    computed: [{ id: 1, attribute: 'fuel', expression: 'adc1 * 1e18', type: 'number' }],
  });
  const device = createPlanDrive({ rules });
  device.drive([{ afterMs: 0, attributes: { adc1: 140 } }]);
  expect(attributesOf(device.positions[0]?.attributesJson)).not.toHaveProperty('fuel');
  expect(device.failedExpressions).toBe(1);
});

/** One rule after another over a plain object, as the rules say it. */
function oneAfterAnother(
  computed: readonly ComputedRow[],
  position: VariablePosition,
  last: VariablePosition | undefined,
  device: IngestDevice,
) {
  const attributes: Record<string, unknown> = { ...position.attributes };
  let failures = 0;
  for (const { attribute, expression, type } of computed) {
    const compiled = compileExpression(expression);
    if (compiled.error) throw new Error(expression);
    const from = { position: { ...position, attributes }, last, device };
    const result = typedResult(type as ComputedType, compiled.evaluate(from));
    if (result === undefined) continue;
    const allowed = result === null ? undefined : attributeValue(attribute, result);
    if (allowed === undefined) failures += 1;
    else attributes[attribute] = allowed;
  }
  return { attributes, failures };
}

const expressions: readonly (readonly [expression: string, type: string])[] = [
  ['a * 2', 'number'],
  ['(b ?? 1) + (c ?? 2)', 'number'],
  ['bit(c, 2) == 1', 'boolean'],
  ["attributes.d == null ? 'none' : text(d)", 'string'],
  ['e', 'number'],
  ["(f ?? 'x') * 2", 'number'],
  ['lastA ?? a', 'number'],
  ['lastE == null', 'boolean'],
  ['attributes.lastB', 'number'],
  ['1 + 1', 'number'],
  ["'x' * 2", 'number'],
  ['device.name', 'string'],
  ['device.category == null', 'boolean'],
  ['speed > 20', 'boolean'],
  ["type ?? 'untyped'", 'string'],
  ['fuel ?? 7', 'number'],
  ['1000000000000', 'number'],
  ['null', 'string'],
];

test('[ING-06] whatever is computed of whatever is sent is what one rule after another gives, also after rules were edited', () => {
  const below = createRandom(23);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'fuel', 'lastA', 'lastB', 'type', 'speed'];
  let given = 0;
  let failed = 0;
  for (let round = 0; round < 150; round += 1) {
    const device = createPlanDrive();
    let last: VariablePosition | undefined;
    let failures = 0;
    for (let edit = 0; edit < 3; edit += 1) {
      const computed = Array.from({ length: 1 + below(8) }, (_, at) => {
        const [expression, type] = expressions[below(expressions.length)] ?? ['a', 'number'];
        return { id: at + 1, attribute: names[below(names.length)] ?? 'a', expression, type };
      });
      // so that each position sees the one before it, by every list
      const rules = { ...rulesOf({ computed }), computedAskLast: true };
      device.change({ rules });
      const keys = Array.from({ length: 3 }, () => names.filter(() => below(3) === 0));
      for (let at = 0; at < 8; at += 1) {
        const afterMs = ((round * 3 + edit) * 8 + at) * 1000;
        const sent = Object.fromEntries(
          (keys[below(3)] ?? []).map((key) => [key, key === 'type' ? 'report' : below(9)]),
        );
        const owner = { ...testDevice, name: `Car ${below(3)}`, category: below(2) ? 'car' : null };
        const speed = below(2) * 30;
        device.commit([entryOf({ afterMs, attributes: sent, speedKnots: speed }, owner)]);
        const position = { fields: { speed }, attributes: sent };
        const expected = oneAfterAnother(computed, position, last, owner);
        const row = device.positions.at(-1);
        const found = { ...attributesOf(row?.attributesJson), ...(row?.type && { type: row.type }) };
        expect(found, JSON.stringify({ computed, sent })).toEqual(expected.attributes);
        failures += expected.failures;
        expect(device.failedExpressions).toBe(failures);
        last = { ...position, attributes: expected.attributes };
        given += Object.keys(expected.attributes).length - Object.keys(sent).length;
        failed += expected.failures;
      }
    }
  }
  expect(given).toBeGreaterThan(3000);
  expect(failed).toBeGreaterThan(300);
});
