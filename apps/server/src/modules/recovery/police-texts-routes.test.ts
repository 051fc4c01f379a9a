import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();

const nothing = {
  ...{ factKind: null, factAt: null, place: null, narrative: null, consentBy: null, consentAt: null },
  ...{ notifierName: null, notifierDocument: null, notifierPhone: null, notifierEmail: null },
  notifierAddress: null,
};

async function scene() {
  const operator = await world.person({ name: 'Ana Operadora', desk_role: 'operator' });
  const customerId = await world.customer();
  await kysely
    .updateTable('customers')
    .set({ name: 'José da Conceição', cpf_cnpj: '52998224725', cellphone: '85999990000' })
    .where('id', '=', customerId)
    .execute();
  const attributes = { plate: 'ABC1D23', chassi: '9BD111', color: 'branca' };
  const deviceId = await world.device({ customer_id: customerId, attributes });
  await world.link(operator.id, { device: deviceId });
  const { token } = operator;
  const opening = {
    ...{ deviceId, customerId, openingDate: '2025-11-20T10:00:00.000Z', openingType: 'robbery' },
    ...{ openingAddress: 'Rua A, 10, Fortaleza', openingDescription: 'Dois homens numa moto' },
  };
  const { id } = (await ask('POST', '/api/sinisters/open', { token, body: opening })).body;
  const read = async () => (await ask('GET', `/api/sinisters/${id}/police-texts`, { token })).body;
  const save = (body: object) =>
    ask('PUT', `/api/sinisters/${id}/police-texts`, { token, body: { ...nothing, ...body } });
  return { token, id: id as number, deviceId, read, save };
}

test('[COCK-04] the texts hold what vehicle, customer and case say, and name what is missing with where it is typed', async () => {
  const { read, deviceId } = await scene();
  const { facts, missing, policeReport, sinal, sinalUntil } = await read();
  expect(facts).toMatchObject({
    plate: 'ABC1D23',
    factKind: 'Roubo',
    place: 'Rua A, 10, Fortaleza',
    notifierName: 'José da Conceição',
    notifierDocument: '529.982.247-25',
  });
  expect(sinalUntil).toBe('2025-11-23T10:00:00.000Z');
  expect(missing).toContainEqual({ fact: 'renavam', typedIn: 'device', id: deviceId });
  expect(missing).toContainEqual({ fact: 'consentBy', typedIn: 'case', id: null });
  expect(missing.map((one: { fact: string }) => one.fact)).not.toContain('chassi');
  for (const text of [policeReport, sinal]) {
    expect(text).toContain('Placa: ABC1D23');
    expect(text).toContain('Renavam: não informado');
    expect(text).toContain('Dois homens numa moto');
    expect(text).toContain('Código Penal, art. 340');
    expect(text).toContain('pelo proprietário do veículo ou por seu procurador');
  }
  expect(sinal).toContain('telefone 191');
  expect(sinal).toContain('não substitui o boletim de ocorrência');
});

test('[COCK-04] what is typed into the device after the opening and into the case fills the texts, with the numbers noted', async () => {
  const { token, id, deviceId, read, save } = await scene();
  await kysely
    .updateTable('devices')
    .set({ attributes: JSON.stringify({ plate: 'ABC1D23', renavam: '86769597308', species: 'Carga' }) })
    .where('id', '=', deviceId)
    .execute();
  const saved = await save({
    factKind: 'kidnapping',
    notifierName: 'Maria Procuradora',
    consentBy: 'José da Conceição',
    consentAt: '2025-11-20T11:00:00.000Z',
  });
  expect(saved.status).toBe(200);
  const body = { reference: 'BO 77/2025' };
  await ask('PUT', `/api/sinisters/${id}/first-hour/policeReport`, { token, body });
  const { policeReport, sinal, missing } = await read();
  expect(policeReport).toContain('Natureza do fato: Sequestro');
  expect(policeReport).toContain('Renavam: 86769597308');
  expect(policeReport).toContain('Nome do comunicante: Maria Procuradora');
  expect(policeReport).toContain(
    'consente no envio destes dados à polícia: José da Conceição, em 20/11/2025',
  );
  expect(sinal).toContain('Boletim de ocorrência nº BO 77/2025');
  expect(missing.map((one: { fact: string }) => one.fact)).not.toContain('consentBy');
  expect((await save({ factKind: 'fire' })).status).toBe(400);
  // SINAL's 72 hours begin with the fact, wherever they are shown
  await save({ factAt: '2025-11-20T07:00:00.000Z' });
  const hour = (await ask('GET', `/api/sinisters/${id}/first-hour`, { token })).body;
  expect([hour.sinalUntil, (await read()).sinalUntil]).toEqual([
    ...['2025-11-23T07:00:00.000Z', '2025-11-23T07:00:00.000Z'],
  ]);
});
