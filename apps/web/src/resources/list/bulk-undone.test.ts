import { phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { undoneText } from './bulk.tsx';

test('[LIST-05] an undo says of how many rows it was, of how many not, and why, in both languages', () => {
  const said = (language: 'pt-BR' | 'en', undone: Parameters<typeof undoneText>[0]) => {
    const phrases: Readonly<Record<string, string>> = phrasesFor(language);
    return undoneText(undone, String, {
      text: (key, values) =>
        (phrases[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name])),
      textOr: (key, otherwise) => phrases[key] ?? otherwise,
    });
  };
  expect(said('pt-BR', { count: 3 })).toBe('Alteração desfeita: 3.');
  const named = ['Ana', 'Bia', 'Caio', 'Davi'].map((name, id) => ({
    ...{ id, name, code: 'edited-meanwhile' as const },
  }));
  expect(said('en', { count: 3, refused: { count: 1, named: named.slice(0, 1) } })).toBe(
    'Change undone: 3. Not undone: 1. Ana: Somebody else changed it meanwhile.',
  );
  const many = said('pt-BR', { count: 0, refused: { count: 5, named } });
  expect(many).toContain('Alteração desfeita: 0. Sem desfazer: 5. Ana: Outra pessoa');
  expect(many).not.toContain('Davi');
});
