/**
 * A whole theft, as a centre works it: the call, the pass phrase, jamming, silence, the vehicle found again, the block when
 * it stops, the agents, the recovery. The people act by the API with their own accounts, the car by its tracker's bytes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@atalaia/contract/block/block';
import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { AlarmOutcome } from '@atalaia/contract/desk/alarm-rule';
import type { Position } from '@atalaia/contract/devices/position';
import type { CalledOut, CallOut, CallOutAnswer } from '@atalaia/contract/sinisters/call-out';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import type { ApiClient } from '../api-client.ts';
import type { Registered } from './register.ts';
import type { StolenCar } from './stolen-car.ts';

export interface TheftParts {
  readonly registered: Registered;
  readonly car: StolenCar['driven'];
  readonly operator: ApiClient;
  readonly supervisor: ApiClient;
  /** Whoever opens the link of a call-out: he has no account. */
  answerCallOut(token: string, answer: CallOutAnswer): Promise<CalledOut>;
  /** Times as fast as usual; a theft takes about four minutes. */
  readonly pace: number;
  /** Called with each step, for the terminal. */
  say(text: string): void;
  readonly signal: AbortSignal;
}

/** A state of the server that does not come within this time ends the theft. */
const patienceMs = 60_000;

/** Returns the number of the case. Throws where the server refuses an act, and when it is told to stop. */
export async function playTheft(parts: TheftParts): Promise<number> {
  const { registered, car, operator, say } = parts;
  const { device, owner } = registered;
  const pass = (seconds: number) => sleep((seconds * 1000) / parts.pace, undefined, { signal: parts.signal });
  const begins = Date.now();
  await until(parts, 'the first position of the car', async () =>
    isAfter(begins, await placeOf(operator, device.id)),
  );

  say(`${owner.name} calls: “Fui roubada.”`);
  const alarm = await operator.post<AlarmDetail>('alarms', {
    ...{ reason: 'reportedTheft', deviceId: device.id, callerName: owner.name, callerPhone: owner.phone },
    note: 'Rendida por dois homens numa moto no semáforo da Beira-Mar Norte. Está bem, em segurança.',
  });
  await pass(8);
  await operator.post(`alarms/${alarm.id}/phrases`, {});
  await pass(6);
  await operator.post(`alarms/${alarm.id}/phrase-answers`, { answer: 'right' });
  const sinister = await openCase(parts);
  say(`Case ${sinister.number} is open; the pass phrase was right.`);
  await pass(8);
  await operator.put(`sinisters/${sinister.id}/first-hour/policeCalled`, { reference: '190 · CAD 77.412' });
  await operator.post(`sinisters/${sinister.id}/tries`, {
    ...{ contactId: owner.id, name: owner.name, phone: owner.phone, outcome: 'answered' },
    note: 'Confirma local e hora; autoriza o bloqueio.',
  });

  await pass(10);
  say('A jammer: the tracker falls silent.');
  car.report('jamming');
  await pass(2);
  car.uplink.jam();
  const callOut = await callOutFor(parts, sinister.id);
  await pass(30);
  await parts.answerCallOut(callOut.token, {
    answer: 'onTheWay',
    note: 'Equipe de dois, saindo do Estreito.',
  });
  await pass(20);

  const silentUntil = Date.now();
  car.uplink.restore();
  await until(parts, 'the car to be heard again', async () =>
    isAfter(silentUntil, await placeOf(operator, device.id)),
  );
  say('It is heard again, moving. The block waits until it stops.');
  const block = await blockWhenStopped(parts);
  await pass(25);
  car.vehicle.order({ park: true });
  await until(parts, 'the block to be confirmed', async () => {
    const { state } = await operator.get<Block>(`blocks/${block.id}`);
    return state === 'confirmed';
  });
  say('It stands, and is blocked.');
  await pass(15);

  const place = await placeOf(operator, device.id);
  const here = { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null };
  await parts.answerCallOut(callOut.token, {
    answer: 'onSite',
    ...here,
    note: 'Veículo à vista, sem ocupantes.',
  });
  await pass(15);
  await parts.answerCallOut(callOut.token, {
    ...{ answer: 'recovered', ...here },
    note: 'Veículo recuperado com a viatura da PM; chave no contato, sem danos.',
  });
  await pass(10);
  await closeAll(parts, alarm.id, sinister, here);
  say(`Case ${sinister.number} is closed: the car was recovered.`);
  return sinister.number;
}

async function openCase({ registered, operator }: TheftParts): Promise<Sinister> {
  const { device } = registered;
  const place = await placeOf(operator, device.id);
  return operator.post<Sinister>('sinisters/open', {
    ...{ deviceId: device.id, customerId: device.customerId, openingType: 'robbery' },
    openingDate: new Date().toISOString(),
    openingAddress: 'Avenida Beira-Mar Norte, Florianópolis, SC',
    ...(place && { openingLatitude: place.latitude, openingLongitude: place.longitude }),
    openingDescription: 'Roubo à mão armada informado por telefone pela proprietária; senha conferida.',
  });
}

async function callOutFor({ registered, operator }: TheftParts, sinisterId: number) {
  return operator.post<CallOut & { token: string }>(`sinisters/${sinisterId}/call-outs`, {
    responderId: registered.responder.id,
    message: 'Honda HR-V prata, placa RTH4B02. Não abordar: aguardar a PM.',
    approvedBy: 'Carla Menezes',
  });
}

async function blockWhenStopped({ registered, operator, supervisor }: TheftParts): Promise<Block> {
  const block = await operator.post<Block>('blocks', {
    ...{ deviceId: registered.device.id, reason: 'robbery', when: 'standstill' },
    note: 'Proprietária autoriza; veículo em movimento.',
  });
  if (block.confirmUntil) await supervisor.post(`blocks/${block.id}/confirm`, {});
  return block;
}

async function closeAll(
  { operator, supervisor }: TheftParts,
  alarmId: number,
  { id, deviceId }: Sinister,
  here: { readonly latitude: number | null; readonly longitude: number | null },
): Promise<void> {
  await operator.put(`sinisters/${id}/close`, {
    ...{ id, closingType: 'vehicleFound', vehicleDamaged: false, closingDate: new Date().toISOString() },
    ...{
      closingAddress: 'Florianópolis, SC',
      closingLatitude: here.latitude,
      closingLongitude: here.longitude,
    },
    closingDescription: 'Recuperado pela pronta resposta com apoio da PM e entregue à proprietária.',
  });
  // while the theft was open a second person would have to confirm it
  await supervisor.post('blocks/release', { deviceId, reason: 'Recuperado; entregue à proprietária.' });
  const outcomes = await operator.get<AlarmOutcome[]>('alarm-outcomes');
  const outcome = outcomes.find(({ key }) => key === 'confirmed');
  if (!outcome) throw new Error('the desk has no outcome “Confirmado”');
  const closing = { outcomeId: outcome.id, note: 'Roubo confirmado; veículo recuperado.' };
  const { siblingIds } = await operator.get<AlarmDetail>(`alarms/${alarmId}`);
  let closer = operator;
  for (const open of [alarmId, ...siblingIds]) {
    const { state, openSteps } = await operator.get<AlarmDetail>(`alarms/${open}`);
    if (openSteps > 0 && closer !== supervisor) {
      // steps that were left out while it was played are the supervisor's to pass over
      await supervisor.post(`alarms/${open}/take-over`, { expected: state });
      closer = supervisor;
    }
    const overriding = openSteps > 0 && { overrideReason: 'Demonstração: atendido pela tela do caso.' };
    await closer.post(`alarms/${open}/close`, { expected: 'claimed', ...closing, ...overriding });
  }
}

async function placeOf(api: ApiClient, deviceId: number): Promise<Position | undefined> {
  const [position] = await api.get<Position[]>(`positions?deviceId=${deviceId}`);
  return position;
}

const isAfter = (time: number, position: Position | undefined) =>
  position !== undefined && Date.parse(position.serverTime) >= time;

async function until({ signal }: TheftParts, what: string, comes: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await comes())) {
    if (Date.now() > end) throw new Error(`the theft waited in vain for ${what}`);
    await sleep(500, undefined, { signal });
  }
}
