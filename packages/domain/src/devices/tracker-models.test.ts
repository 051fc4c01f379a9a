import { expect, test } from 'vitest';
import { trackerModels } from './tracker-models.ts';

test('[DEV-03] at least 120 models are offered, each once, by the makers of the field', () => {
  expect(trackerModels.length).toBeGreaterThanOrEqual(120);
  const names = trackerModels.map(({ maker, model }) => `${maker} ${model}`);
  expect(names).toEqual([...new Set(names)]);
  const makers = new Set(trackerModels.map(({ maker }) => maker));
  for (const maker of [
    'Suntech',
    'Concox',
    'Jimi',
    'Teltonika',
    'Queclink',
    'Coban',
    'Maxtrack',
    'Meitrack',
  ]) {
    expect(makers).toContain(maker);
  }
});

test('[DEV-03] a model is one word of its maker, with the protocol it speaks', () => {
  for (const { maker, model, protocol } of trackerModels) {
    expect(`${maker}/${model}/${protocol}`).toMatch(/^[A-Z][A-Za-z]+\/[A-Za-z0-9][A-Za-z0-9+-]*\/[a-z0-9]+$/);
  }
  const modelCount = (protocol: string) =>
    trackerModels.filter((model) => model.protocol === protocol).length;
  for (const protocol of ['gt06', 'suntech', 'teltonika']) expect(modelCount(protocol)).toBeGreaterThan(30);
  const listed = [
    'calamp',
    'easytrack',
    'gl200',
    'gps103',
    'h02',
    'jt808',
    'meiligao',
    'meitrack',
    'mxt',
    'totem',
    'xexun',
  ];
  for (const protocol of listed) expect([protocol, modelCount(protocol)]).not.toEqual([protocol, 0]);
});
