import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { chartKindOf, chartKinds, chartTitles, leadsNowhere } from './chart-kinds.ts';

test('[CHART-01] each chart has its title of the source', () => {
  expect(chartKinds.map((kind) => [kind, ptBr[chartTitles[kind]]])).toEqual([
    ['device', 'Dispositivos Cadastrados'],
    ['communication', 'Última Comunicação'],
    ['state', 'Status de Conexão'],
    ['status', 'Conexão dos Dispositivos'],
    ['sinister', 'Sinistros abertos'],
  ]);
});

test('[ROUTE-07] an address names a chart or none', () => {
  expect(chartKindOf('status')).toBe('status');
  expect([chartKindOf('pie'), chartKindOf(undefined), chartKindOf('toString')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('[CHART-05] rows of unknown and never lead nowhere', () => {
  expect(leadsNowhere('state', 'unknown')).toBe(true);
  expect(leadsNowhere('communication', 'never')).toBe(true);
  expect(leadsNowhere('status', 'car-unknown')).toBe(true);
  expect(leadsNowhere('state', 'online')).toBe(false);
  expect(leadsNowhere('status', 'unknown-online')).toBe(false);
  expect(leadsNowhere('device', null)).toBe(false);
});
