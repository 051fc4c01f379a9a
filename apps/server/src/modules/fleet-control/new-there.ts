/** Makes a customer or a device of here at the provider: looked for before, read back afterwards. */
import { Cliente, Rastreador, Veiculo } from '@atalaia/contract/fleet-control';
import type { FleetControlReason } from '@atalaia/contract/fleet-control-sync';
import { type CustomerHere, clientWith, customerThere } from './customer-fields.ts';
import { deviceThere, vehicleWith } from './device-fields.ts';
import type { Values } from './merge-fields.ts';
import { refusalOf } from './remote-refusal.ts';
import { createRemoteSaving, valuesOf } from './remote-saving.ts';
import { bareCode, digits, type Remote, reference, word } from './remote-values.ts';
import type { SyncContext } from './sync-context.ts';
import { findThing, type ThingKind, type ThingSeen } from './things-queries.ts';

export interface NewThere {
  /** What was read back. */
  readonly things: readonly { readonly kind: ThingKind; readonly thing: ThingSeen }[];
  /** Which of them the customer or device here is, and what both sides hold. */
  readonly link: { readonly kind: ThingKind; readonly remoteId: number; readonly base: Values } | undefined;
  /** It was created and read back; false for one that stood there, or was refused. */
  readonly isNew: boolean;
  readonly reason: FleetControlReason | null;
  readonly said: string | null;
}

const nothing: NewThere = { things: [], link: undefined, isNew: false, reason: null, said: null };

export function createNewThere({ account, kysely, run, caller, customers }: SyncContext) {
  const saving = createRemoteSaving(account);

  /** What is refused of this one thing is its end; anything else is thrown. */
  async function guarded(work: () => Promise<NewThere>): Promise<NewThere> {
    try {
      return await work();
    } catch (error) {
      return { ...nothing, ...(await refusalOf(error, account)) };
    }
  }

  return {
    customer: (row: CustomerHere, here: Values) =>
      guarded(async () => {
        const document = bareCode(row.cpf_cnpj);
        if (!document) return { ...nothing, reason: 'noDocument' };
        const same = await customers.match(kysely, caller, { documents: [row.cpf_cnpj], ids: [] });
        if (same.length > 1) return { ...nothing, reason: 'severalHere' };
        const before = await saving.findClient(document);
        if (await isAnothers('client', before, row.id)) return { ...nothing, reason: 'severalHere' };
        if (!before) {
          const isCompany = document.length > 11;
          const situation = await findThing(kysely, run.user_id, 'situation', { key: 'ativo' });
          const client = {
            id: 0,
            cnpJ_CPF: document,
            pessoa: isCompany ? 'Juridica' : 'Fisica',
            tipoPessoa: isCompany ? 2 : 1,
            dataCadastro: new Date().toISOString(),
            ...(situation && { situacaoClienteId: situation.remoteId }),
          };
          await account.saveClient(new Cliente(clientWith(client, here)));
        }
        const after = before ?? (await saving.findClient(document));
        const remoteId = reference(after?.id);
        if (!after || remoteId === null) return { ...nothing, reason: 'notSavedThere' };
        const thing = { remoteId, key: document, clientId: reference(after.situacaoClienteId), data: after };
        const base = agreed(here, customerThere(after, null));
        return {
          ...nothing,
          things: [{ kind: 'client', thing }],
          link: { kind: 'client', remoteId, base },
          isNew: !before,
        };
      }),

    device: (id: number, here: Values) =>
      guarded(async () => {
        const { plate, uniqueId } = here;
        if (!plate) return { ...nothing, reason: 'noPlate' };
        if (!uniqueId) return nothing;
        const before = await saving.findTracker(uniqueId);
        if (await isAnothers('tracker', before, id)) return { ...nothing, reason: 'severalHere' };
        const vehicle = (await saving.findVehicle(plate)) ?? (await addVehicle(plate, here));
        const vehicleId = reference(vehicle?.id);
        if (!vehicle || vehicleId === null) return { ...nothing, reason: 'notSavedThere' };
        const card = here.iccid
          ? (await saving.saveSimCard(undefined, valuesOf('simCard', here))).row
          : undefined;
        if (!before) {
          const simCardId = reference(card?.id);
          const tracker = {
            id: 0,
            equipamento: uniqueId,
            veiculoId: vehicleId,
            placa: plate,
            ...(here.model && { modeloEquipamento: here.model }),
            ...(simCardId !== null && { simCardId }),
            ...(here.iccid && { numeroChip: here.iccid }),
            ...(here.phone && { numeroLinha: here.phone }),
          };
          await account.addTracker(new Rastreador(tracker));
        }
        const tracker = before ?? (await saving.findTracker(uniqueId));
        const remoteId = reference(tracker?.id);
        const vehicleThing = {
          remoteId: vehicleId,
          key: plate,
          clientId: reference(vehicle.clienteId),
          data: vehicle,
        };
        const things: NewThere['things'][number][] = [{ kind: 'vehicle', thing: vehicleThing }];
        const cardId = reference(card?.id);
        if (card && cardId !== null) {
          const key = digits(card.numeroChip) ?? '';
          const operatorId = reference(card.operadoraId);
          things.push({ kind: 'simCard', thing: { remoteId: cardId, key, operatorId, data: card } });
        }
        if (!tracker || remoteId === null) return { ...nothing, things, reason: 'notSavedThere' };
        const thing = { remoteId, key: uniqueId, plate, vehicleId, simCardId: cardId, data: tracker };
        const remote = { tracker, vehicle, simCard: card ?? null, operator: null, customerId: null };
        const base = agreed(here, deviceThere(remote));
        return {
          ...nothing,
          things: [...things, { kind: 'tracker', thing }],
          link: { kind: 'tracker', remoteId, base },
          isNew: !before,
        };
      }),
  };

  /** It is linked with another customer or device here. */
  async function isAnothers(kind: ThingKind, row: Remote | undefined, id: number): Promise<boolean> {
    const remoteId = reference(row?.id);
    if (remoteId === null) return false;
    const thing = await findThing(kysely, run.user_id, kind, { remoteId });
    return thing !== undefined && thing.localId !== null && thing.localId !== id;
  }

  async function addVehicle(plate: string, here: Values): Promise<Remote | undefined> {
    const known = await account.typesAndBrands();
    const client = here.customerId
      ? await findThing(kysely, run.user_id, 'client', { localId: Number(here.customerId) })
      : undefined;
    // a brand is taken in the provider's own spelling only, blanks and all
    const brand = textsIn(known).find(
      (text) => word(text)?.toLowerCase() === here.manufacturer?.toLowerCase(),
    );
    const values = valuesOf('vehicle', here);
    const made = vehicleWith({ id: 0 }, values, client?.remoteId ?? null);
    await account.addVehicle(new Veiculo({ ...made, ...(brand && { marca: brand }) }));
    return saving.findVehicle(plate);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What both sides hold alike. */
function agreed(here: Values, there: Values): Values {
  return Object.fromEntries(
    Object.entries(here).filter(([field, value]) => value !== null && there[field] === value),
  );
}
