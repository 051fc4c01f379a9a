import { type Responder, responderSchema } from '@atalaia/contract/rules/responder';
import type { Resource } from '../../resources/resource.ts';
import { type ResponderValues, respondersForm, shownDate } from './responders-form.ts';

/** The directory of the prompt response (COCK-02). */
export const responders: Resource<Responder, ResponderValues> = {
  title: 'responder.title',
  path: 'responders',
  schema: responderSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'responder.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'kind',
      title: 'responder.kind',
      sort: 'kind',
      cell: ({ kind }, { text }) => text(`responderKind.${kind}`),
    },
    { key: 'phone', title: 'responder.phone', cell: ({ phone }) => phone },
    { key: 'area', title: 'responder.area', sort: 'area', optional: 860, cell: ({ area }) => area },
    {
      key: 'authorizedUntil',
      title: 'responder.authorizedUntil',
      sort: 'authorizedUntil',
      muted: true,
      cell: ({ authorizedUntil }) => shownDate(authorizedUntil),
    },
  ],
  form: respondersForm,
};
