import type { Dependent } from '@atalaia/contract/dependents';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { en } from '@atalaia/phrases/en';
import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { createFormats } from '../../../lib/formats/formats.ts';
import { createTexts } from '../../../lib/texts/texts.ts';
import { countText, namesText } from './noun-texts.ts';

async function labelsOf(language: 'pt-BR' | 'en') {
  const load = async () => (language === 'en' ? en : ptBr);
  const texts = await createTexts({
    language,
    load,
    loadMap: load,
    loadManagement: load,
    apply: () => {},
    keep: () => {},
  });
  return { ...texts.get(), formats: createFormats(resolveSettings({}, {}), language) };
}

const named = (...names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }));
const one = (part: Partial<Dependent>): Dependent => ({
  ...{ kind: 'device', effect: 'choose', choices: ['detach', 'move', 'delete'], count: 1, named: [] },
  ...part,
});

test('[LIST-03] what hangs on a thing is counted and named, in words of the person', async () => {
  const [portuguese, english] = [await labelsOf('pt-BR'), await labelsOf('en')];
  const devices = one({ count: 20, named: named('A', 'B', 'C', 'D', 'E', 'F', 'G') });
  expect(countText(devices, portuguese)).toBe('20 dispositivos');
  expect(namesText(devices, portuguese)).toBe('A, B, C, D, E, F e mais 14');
  expect(countText(one({ kind: 'user' }), english)).toBe('1 user');
  expect(namesText(one({ kind: 'user', named: named('Ana') }), english)).toBe('Ana');
  const alarms = one({ kind: 'alarm', count: 90, named: named('sos', 'sos', 'powerCut') });
  expect(countText(alarms, portuguese)).toBe('90 alarmes não tratados');
  expect(namesText(alarms, portuguese)).toBe('SOS/Pânico, Alimentação cortada');
  const command = one({ kind: 'waitingCommand', named: named('engineStop') });
  expect(namesText(command, portuguese)).toBe(ptBr['commandType.engineStop']);
  const history = one({ kind: 'history', named: named('2026-03-02T12:00:00.000Z') });
  expect(countText(history, portuguese)).toMatch(/^Todo o histórico desde 02\/03\/2026/);
  expect(namesText(history, portuguese)).toBe('');
});
