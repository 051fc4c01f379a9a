import { languages } from '@atalaia/phrases/languages';
import { mdiThemeLightDark, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTheme } from '../../ui/theme/theme-provider.tsx';
import { themeChoices } from '../../ui/theme/theme-store.ts';

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

const icons = { light: mdiWhiteBalanceSunny, dark: mdiWeatherNight, system: mdiThemeLightDark } as const;

/** Light, dark, or as the system says (UNIT-06). */
export function ThemeSwitch() {
  const { choice, choose } = useTheme();
  const { text } = useTexts();
  return (
    <ChoiceRow
      label={text('theme.title')}
      chosen={choice}
      onChoose={choose}
      choices={themeChoices.map((theme) => ({
        value: theme,
        name: text(`theme.${theme}`),
        content: <Icon path={icons[theme]} size={16} />,
      }))}
    />
  );
}
