/** Headers of answers that are part of the contract, for the API's description. */
import { totalCountHeader } from '@atalaia/contract/values/sorting';

export interface AnswerHeader {
  readonly name: string;
  readonly type: 'integer' | 'string';
  readonly description: string;
}

export const etag: AnswerHeader = {
  name: 'etag',
  type: 'string',
  description: 'The revision of the thing, for `If-Match` of the change that follows.',
};

export const totalCount: AnswerHeader = {
  name: totalCountHeader,
  type: 'integer',
  description: 'How many rows fit the filters, on all pages; there whenever `limit` is given.',
};
