/** What a new password must be (USR-03). One that is in use stays valid, however short it is. */

/** Fewest characters of a new password. */
export const shortestNewPassword = 8;

/** Of eight characters and more, what is tried first everywhere, and first in Brazil. In small letters. */
const commonest: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12341234 87654321 11111111 00000000 12121212 11223344 10203040 102030405060
  123123123 1q2w3e4r 1qaz2wsx 1qazxsw2 q1w2e3r4 qwertyui qwerty12 qwerty123 qwertyuiop asdfghjk asdfghjkl zxcvbnm1
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword iloveyou sunshine princess football baseball
  superman trustno1 welcome1 letmein1 admin123 admin1234 administrator changeme abcd1234 abcdefgh abc12345 abc123456
  a1b2c3d4 aa123456 senha123 senha1234 senha12345 senhasenha mudar123 mudar@123 trocar123 brasil10 brasil123 brasil2022
  flamengo corinthians palmeiras saopaulo vascodagama cruzeiro internacional gremio123 botafogo fluminense santos123
  deusefiel jesuscristo jesus123 teamo123 rastreador rastreio rastreamento monitoramento rastreador123 veiculo123
  bemvindo bemvindo1 acesso123 cliente123 usuario123 empresa123 central123 atalaia123 internet computador`.split(
    /\s+/,
  ),
);

/** Signs that stand for letters. */
const standIns: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '0': 'o', '1': 'i', '!': 'i', '3': 'e', $: 's', '5': 's', '7': 't' },
};

/** What is left without digits and signs around it, and with letters for those that stand in for some. */
function wordsIn(plain: string): string[] {
  const headed = plain.replace(/[^\p{L}]+$/u, '');
  const read = (text: string) => text.replaceAll(/[@401!3$57]/g, (sign) => standIns[sign] ?? sign);
  const bare = headed.replace(/^[^\p{L}]+/u, '');
  return [bare, read(bare), read(headed)];
}

/** Of four letters and more: a year or `@123` behind one of these is what is tried next. */
const commonWords: ReadonlySet<string> = new Set(
  [...commonest]
    .map((one) => one.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, ''))
    .filter((word) => /^[a-z]{4,}$/.test(word)),
);

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly email?: string | null | undefined;
  readonly login?: string | null | undefined;
  readonly name?: string | null | undefined;
}

export type PasswordFault = 'short' | 'common' | 'own';

/** What is wrong with a new password; undefined for one that may be used. */
export function passwordFault(password: string, owner: PasswordOwner): PasswordFault | undefined {
  if ([...password].length < shortestNewPassword) return 'short';
  const plain = password.trim().toLowerCase();
  if (commonest.has(plain) || new Set(plain).size < 3) return 'common';
  if (wordsIn(plain).some((word) => commonWords.has(word))) return 'common';
  const own = [owner.email, owner.email?.split('@')[0], owner.login, owner.name];
  return own.some((one) => one && one.trim().toLowerCase() === plain) ? 'own' : undefined;
}
