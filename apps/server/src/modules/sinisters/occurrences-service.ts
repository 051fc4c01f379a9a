import {
  mostOccurrenceImages,
  type OccurrenceCategory,
  type OccurrenceInput,
} from '@atalaia/contract/sinisters/occurrence';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  type AttachedImage,
  countImages,
  findImages,
  insertImage,
  insertOccurrence,
  readAttachedImage,
  type StoredImage,
} from './occurrences-queries.ts';
import { describeOccurrence, describeOccurrencesOf, requireHappened } from './sinisters-presenter.ts';
import { isSinisterVisible } from './sinisters-queries.ts';
import type { SinisterRow, SinistersService } from './sinisters-service.ts';

export interface NewOccurrence {
  readonly category: OccurrenceCategory;
  readonly occurrenceDate: string;
  readonly address: string | null;
  readonly description: string;
  readonly reportedBy: string;
  /** Where who reported it was, for the centre alone. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface OccurrencesService {
  /** Of a visible sinister, oldest first. */
  list(caller: Caller, sinisterId: number): JsonRows;
  /** Throws `sinister-closed`: what is added to a closed case would never reach its report. */
  add(caller: Caller, sinisterId: number, input: OccurrenceInput): Promise<string>;
  /** Within a larger write, of a case that it holds locked; whoever calls tells the others. */
  addWithin(
    within: Kysely<Schema>,
    sinister: Pick<SinisterRow, 'id'>,
    occurrence: NewOccurrence,
    image?: AttachedImage,
  ): Promise<number>;
  /** The image of a data URL. Throws for what is none. */
  readonly readImage: typeof readAttachedImage;
  image(caller: Caller, sinisterId: number, occurrenceId: number): Promise<StoredImage>;
}

export interface OccurrencesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sinisters: Pick<SinistersService, 'lockOpen' | 'announce'>;
}

export function createOccurrencesService({
  kysely,
  commit,
  sinisters,
}: OccurrencesParts): OccurrencesService {
  async function requireVisible(caller: Caller, sinisterId: number): Promise<void> {
    if (!(await isSinisterVisible(kysely, caller, sinisterId))) throw notFound('sinister', sinisterId);
  }

  const addWithin: OccurrencesService['addWithin'] = async (
    within,
    { id: sinisterId },
    occurrence,
    image,
  ) => {
    const id = await insertOccurrence(within, {
      sinister_id: sinisterId,
      category: occurrence.category,
      occurrence_date: occurrence.occurrenceDate,
      address: occurrence.address,
      description: occurrence.description,
      reported_by: occurrence.reportedBy,
      ...occurrence.place,
      attributes: image ? { ...occurrence.attributes, ext: image.ending } : occurrence.attributes,
    });
    if (image) {
      // the case is locked: nobody adds another one meanwhile
      if ((await countImages(within, sinisterId)) >= mostOccurrenceImages) {
        throw new AppError('too-many-images', `a case holds ${mostOccurrenceImages} images`, {
          most: mostOccurrenceImages,
        });
      }
      await insertImage(within, id, image);
    }
    return id;
  };

  return {
    addWithin,
    readImage: readAttachedImage,

    async *list(caller, sinisterId) {
      await requireVisible(caller, sinisterId);
      yield await describeOccurrencesOf(kysely, sinisterId);
    },

    async add(caller, sinisterId, input) {
      if (input.sinisterId !== undefined && input.sinisterId !== sinisterId) {
        const message = `must be ${sinisterId}, as in the address`;
        throw fieldRefusal('invalid-input', { path: 'sinisterId', message });
      }
      requireHappened('occurrenceDate', input.occurrenceDate);
      const { file, ext: _claimed, ...attributes } = input.attributes ?? {};
      const image = file ? await readAttachedImage(file) : undefined;
      return commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const { category, occurrenceDate, address, description } = input;
        const occurrence = { category, occurrenceDate, address: address || null, description, attributes };
        const id = await addWithin(
          transaction,
          sinister,
          { ...occurrence, reportedBy: caller.user.name },
          image,
        );
        const details = { sinisterId, category: input.category, image: image?.type ?? null };
        await writeAudit(transaction, caller, {
          action: 'create',
          noun: 'occurrence',
          objectId: id,
          details,
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id);
        return describeOccurrence(transaction, id);
      });
    },

    async image(caller, sinisterId, occurrenceId) {
      await requireVisible(caller, sinisterId);
      const [image] = await findImages(kysely, sinisterId, occurrenceId);
      if (!image) throw notFound('image of occurrence', occurrenceId);
      return image;
    },
  };
}
