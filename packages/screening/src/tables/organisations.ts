const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))

/** Says little of which organisation it is; each line has what means the same. */
const groups = lines(`
  bank banco banque banca banka bankasi bankas
  group gruppe groupe grupo gruppo gruppa holding holdings
  international intl internacional internationale internazionale internasional mezhdunarodnyi mezhdunarodniy
  national nacional nationale nazionale natsionalnyi natsionalniy
  industries industry industrial industria industrie
  trading trade comercio handel torgovlya torgovyi
  services service servicios servicii
  systems system sistemas sistemy
  solutions
  technology technologies tech tecnologia
  engineering ingenieria inzhiniring
  construction constructions construccion
  equipment
  capital
  investment investments invest inversiones
  finance financial finances financiera
  securities
  insurance
  trust
  fund funds fond fonds fondo
  partners
  management
  consulting consultants
  enterprise enterprises
  ventures
  logistics logistic logistica
  shipping maritime marine
  transport transportation
  aviation
  airlines airline airways
  oil
  gas
  petroleum petrochemical petrochemicals
  energy energia
  power
  steel metal metals
  mining
  chemical chemicals
  electronics electronic
  motor motors
  foods food
  health
  care
  pharma pharmaceutical pharmaceuticals
  medical
  research
  institute institut instituto
  university universitat universite universidad universita universitet
  academy academia
  school
  college
  foundation fundacion fondation stiftung
  association asociacion
  organization organisation organizacion organizatsiya
  society
  committee
  council
  government
  ministry ministerstvo ministerio ministere
  department
  agency agencia agence
  office
  center centre centro zentrum tsentr
  general
  global
  world
  union
  federation federacion federatsiya
  republic respublika republica republique
  state gosudarstvennyi
  city
  factory plant zavod
  company companies
  commercial
  development
  production
  export import
  labor labour
  brigade battalion
  media
  network
  communications telecom telecommunications
`)

/** Names by which organisations differ even where hardly a letter differs. */
const places = lines(`
  iran iraq oman yemen syria jordan lebanon israel palestine turkey turkiye egypt libya algeria morocco tunisia
  sudan somalia ethiopia eritrea kenya uganda tanzania zambia zimbabwe namibia angola congo gabon nigeria niger
  ghana guinea mali malawi chad cameroon rwanda burundi madagascar mozambique botswana lesotho liberia senegal
  china taiwan japan korea vietnam laos cambodia thailand myanmar burma malaysia singapore indonesia philippines
  india pakistan bangladesh nepal bhutan afghanistan kazakhstan uzbekistan turkmenistan kyrgyzstan tajikistan
  russia ukraine belarus moldova georgia armenia azerbaijan estonia latvia lithuania poland germany austria
  switzerland schweiz suisse france spain portugal italy greece cyprus malta albania serbia croatia slovenia slovakia bosnia
  montenegro macedonia romania bulgaria hungary norway sweden finland denmark iceland ireland england scotland
  wales britain netherlands belgium luxembourg america usa canada mexico guatemala honduras nicaragua panama
  cuba haiti jamaica colombia venezuela ecuador peru bolivia chile argentina uruguay paraguay brazil australia
  europe asia africa atlanta boston chicago dallas london paris moscow berlin dubai tehran beijing shanghai
`).flat()

const meaning = new Map<string, number>()
groups.forEach((names, place) => {
  for (const name of names) meaning.set(name, place)
})
places.forEach((name, at) => meaning.set(name, groups.length + at))

/** Two parts that mean the same: `Banco` and `Bank`. */
export const meansSame = (a: string, b: string): boolean =>
  meaning.has(a) && meaning.get(a) === meaning.get(b)

/** Two known parts that mean something else, however alike: `Iran` and `Iraq`. */
export const meansOther = (a: string, b: string): boolean =>
  meaning.has(a) && meaning.has(b) && meaning.get(a) !== meaning.get(b)

/** What an organisation has in its name like a thousand others. */
export const isGeneric = (text: string): boolean => (meaning.get(text) ?? Infinity) < groups.length

/** A group, its company and its branch in a country are looked at together. */
export const mayBeLeftOut = (text: string): boolean => leftOut.has(text)
const leftOut = new Set(['group', 'gruppe', 'groupe', 'grupo', 'holding', 'holdings', ...places])

/** All that means the same as a part. */
export const synonymsOf = (text: string): readonly string[] => groups[meaning.get(text) ?? -1] ?? []

const abbreviations = new Map([
  ['us', 'united states'],
  ['usa', 'united states'],
  ['uk', 'united kingdom'],
  ['uae', 'united arab emirates'],
  ['eu', 'european union'],
  ['ussr', 'soviet union'],
])

/** What an abbreviation is short for. */
export const spelledOut = (text: string): string[] | undefined =>
  abbreviations.get(text)?.split(' ')
