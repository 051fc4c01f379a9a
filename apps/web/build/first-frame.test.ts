import { readFileSync } from 'node:fs';
import { en } from '@atalaia/phrases/en';
import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8');

test('the first frame says in both languages what the loading screen says after it', () => {
  expect(page).toContain(`<span lang="pt-BR">${ptBr['view.loading']}</span>`);
  expect(page).toContain(`<span lang="en">${en['view.loading']}</span>`);
});
