/** Towns as people write them: their region, and what GeoNames spells without accents. */

/** GeoNames' numbers of the Brazilian states (its `admin1` codes, from FIPS 10-4) and the letters people know them by. */
const brazilianStates: Readonly<Record<string, string>> = {
  '01': 'AC',
  '02': 'AL',
  '03': 'AP',
  '04': 'AM',
  '05': 'BA',
  '06': 'CE',
  '07': 'DF',
  '08': 'ES',
  '11': 'MS',
  '13': 'MA',
  '14': 'MT',
  '15': 'MG',
  '16': 'PA',
  '17': 'PB',
  '18': 'PR',
  '20': 'PI',
  '21': 'RJ',
  '22': 'RN',
  '23': 'RS',
  '24': 'RO',
  '25': 'RR',
  '26': 'SC',
  '27': 'SP',
  '28': 'SE',
  '29': 'GO',
  '30': 'PE',
  '31': 'TO',
};

const countries = new Intl.DisplayNames('pt-BR', { type: 'region', fallback: 'code' });
/** Those that were asked for: 150,000 towns are in 250 countries, and a look into the names of all takes half a second for them. */
const countryNames = new Map<string, string>();

/** `country` by its two letters (ISO 3166-1), `admin1` by GeoNames' number. */
export function regionName(country: string, admin1: string): string {
  const state = country === 'BR' ? brazilianStates[admin1] : undefined;
  return state ?? countryName(country);
}

function countryName(country: string): string {
  let name = countryNames.get(country);
  if (name === undefined) {
    name = countries.of(country) ?? country;
    countryNames.set(country, name);
  }
  return name;
}

/** Brazilian towns that the data spells without their accents or with another mistake, by state. */
const misspelt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BA: { 'Luis Eduardo Magalhães': 'Luís Eduardo Magalhães' },
  DF: { 'Setor de Indústria e Abastecimiento': 'Setor de Indústria e Abastecimento' },
  GO: { 'Terezópolis de Goias': 'Terezópolis de Goiás' },
  PI: { 'São Luis do Piauí': 'São Luís do Piauí' },
  RS: { 'Butia Inferior': 'Butiá Inferior' },
  SC: {
    'Corrego Grande': 'Córrego Grande',
    'Costeira do Pirajubae': 'Costeira do Pirajubaé',
    'Freguesia do Ribeirao da Ilha': 'Freguesia do Ribeirão da Ilha',
    'Pantano do Sul': 'Pântano do Sul',
    'Saco dos Limoes': 'Saco dos Limões',
    'Santa Monica': 'Santa Mônica',
  },
  SP: {
    'Agua Rasa': 'Água Rasa',
    'Alto De Pinheiros': 'Alto de Pinheiros',
    Belem: 'Belém',
    'Bosque Saúde': 'Bosque da Saúde',
    Brasilandia: 'Brasilândia',
    Butanta: 'Butantã',
    Cangaiba: 'Cangaíba',
    'Capao Redondo': 'Capão Redondo',
    Carrao: 'Carrão',
    'Cidade Lider': 'Cidade Líder',
    Jaguare: 'Jaguaré',
    'Jardim Angela': 'Jardim Ângela',
    'Jardim Sao Luis': 'Jardim São Luís',
    'Jose Bonifacio': 'José Bonifácio',
    'Parque Do Carmo': 'Parque do Carmo',
    Republica: 'República',
    'Santa Cecilia': 'Santa Cecília',
    'Sao Domingos': 'São Domingos',
    'Sao Lucas': 'São Lucas',
    'Sao Rafael': 'São Rafael',
    Se: 'Sé',
    'Vila Curuca': 'Vila Curuçá',
    'Vila Jacui': 'Vila Jacuí',
  },
};

/** A town of this region as its people spell it. */
export function townName(name: string, region: string): string {
  return misspelt[region]?.[name] ?? name;
}

/** Towns whose name goes with its article: one is so far "do Rio de Janeiro", and not "de". */
const articles: Readonly<Record<'do' | 'da', readonly string[]>> = {
  do: [
    ...[
      'Cabo de Santo Agostinho, PE',
      'Chuí, RS',
      'Crato, CE',
      'Eusébio, CE',
      'Gama, DF',
      'Guará, DF',
      'Guarujá, SP',
    ],
    ...[
      'Oiapoque, AP',
      'Paranoá, DF',
      'Recife, PE',
      'Rio de Janeiro, RJ',
      'Catete, RJ',
      'Leblon, RJ',
      'Leme, RJ',
    ],
    ...['Belém, SP', 'Bom Retiro, SP', 'Brás, SP', 'Butantã, SP', 'Carrão, SP', 'Grajaú, SP', 'Ipiranga, SP'],
    ...['Itaim Bibi, SP', 'Jabaquara, SP', 'Limão, SP', 'Morumbi, SP', 'Pari, SP', 'Tatuapé, SP'],
  ],
  da: [
    ...[
      'Lapa, PR',
      'Serra, ES',
      'Barra da Tijuca, RJ',
      'Gamboa, RJ',
      'Rocinha, RJ',
      'Barra Funda, SP',
      'Bela Vista, SP',
    ],
    ...['Casa Verde, SP', 'Consolação, SP', 'Freguesia do Ó, SP', 'Lapa, SP', 'Liberdade, SP', 'Mooca, SP'],
    ...['República, SP', 'Sé, SP', 'Vila Maria, SP', 'Vila Mariana, SP'],
  ],
};
const withArticle = new Map(
  (['do', 'da'] as const).flatMap((word) => articles[word].map((town) => [town, word] as const)),
);

/** The word before a town (`Campinas, SP`) that something is some way off: `de`, or with the article that its name has. */
export function prepositionOf(town: string): 'de' | keyof typeof articles {
  return withArticle.get(town) ?? 'de';
}
