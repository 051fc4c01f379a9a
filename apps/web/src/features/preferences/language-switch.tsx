import { languages } from '@atalaia/phrases/languages';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';

const shortNames = { 'pt-BR': 'PT', en: 'EN' } as const;

/** The language of the interface, in a few characters. */
export function LanguageSwitch() {
  const { language: shown, text, choose } = useTexts();
  return (
    <ChoiceRow
      label={text('language.title')}
      chosen={shown}
      onChoose={(language) => void choose(language)}
      choices={languages.map((language) => ({
        value: language,
        name: text(`language.${language}`),
        content: shortNames[language],
      }))}
    />
  );
}
