import { type User, userSchema } from '@atalaia/contract/accounts/user';
import { phoneMask } from '../../lib/formats/phone-mask.ts';
import type { Resource } from '../../resources/resource.ts';
import { Pill } from '../../ui/layout/pill.tsx';
import { UserAccess } from './user-access.tsx';
import { userForm } from './user-form.ts';
import type { UserValues } from './user-values.ts';

export const users: Resource<User, UserValues> = {
  title: 'user.title',
  // nobody is left to undo it
  mayRemove: ({ id }, person) => id !== person.id,
  path: 'users',
  schema: userSchema,
  nameOf: ({ name }) => name,
  form: userForm,
  links: 'userId',
  bulk: {
    noun: 'user',
    acts: [
      { key: 'customerId', label: 'user.customer', path: 'customers' },
      { key: 'companyId', label: 'user.company', path: 'companies', ofAdmins: true },
      { key: 'disable' },
      { key: 'enable' },
      { key: 'remove' },
    ],
  },
  views: [{ key: 'access', label: 'user.access', writes: true, View: UserAccess }],
  columns: [
    { key: 'name', title: 'user.name', sort: 'name', cell: ({ name }) => name },
    { key: 'email', title: 'user.email', sort: 'email', optional: 420, cell: ({ email }) => email },
    {
      key: 'phone',
      title: 'user.phone',
      sort: 'phone',
      muted: true,
      optional: 860,
      cell: ({ phone }) => phone && phoneMask.show(phone),
    },
    {
      key: 'customer',
      title: 'user.customer',
      sort: 'customerName',
      optional: 620,
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'state',
      title: 'list.columnStatus',
      sort: 'state',
      cell({ disabled, administrator, invitationMail }, { text }) {
        if (disabled) return <Pill tone="offline">{text('user.disabled')}</Pill>;
        // he cannot sign in before
        if (invitationMail === 'failed' || invitationMail === 'unsure')
          return <Pill tone="alarm">{text(`user.invitation.${invitationMail}`)}</Pill>;
        return (
          <Pill tone={administrator ? 'brand' : 'online'}>
            {text(administrator ? 'user.administrator' : 'user.active')}
          </Pill>
        );
      },
    },
    {
      key: 'expires',
      title: 'user.expirationTime',
      sort: 'expirationTime',
      muted: true,
      optional: 860,
      cell: ({ expirationTime }, { formats }) => expirationTime && formats.dateTime(expirationTime),
    },
  ],
};
