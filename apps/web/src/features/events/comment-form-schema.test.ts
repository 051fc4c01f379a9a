import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { commentFormSchema } from './components/comment-form.tsx';

test.each(['', '   ', '\n'])('[EVT-01] the comment %j is refused in the words of the source', (comment) => {
  const refused = commentFormSchema.safeParse({ comment });
  expect(refused.error?.issues.map(({ message }) => message)).toEqual(['event.commentMissing']);
  expect(ptBr['event.commentMissing']).toBe('Tratamento de evento deve ser preenchido');
});

test('[EVT-01] a comment is sent without the blanks around it', () => {
  expect(commentFormSchema.parse({ comment: ' Contato feito. ' })).toEqual({ comment: 'Contato feito.' });
});
