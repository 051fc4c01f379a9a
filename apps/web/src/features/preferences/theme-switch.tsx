import { mdiThemeLightDark, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import { themeChoices } from '../../ui/theme/theme-choice.ts';
import { useTheme } from '../../ui/theme/theme-provider.tsx';

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
