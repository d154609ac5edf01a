const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** What joins parts of a name and is left out, or written otherwise, by many. */
export const isParticle = (text: string): boolean => particles.has(text)
const particles = set(`
  al el ul ur ud ad an as ash at az bin ibn ben bint binte binti ould uld oglu ogly ogli uulu kyzy kizi
  abu abou abi umm
  de da do das dos del della di du des la le las los lo van von vom der den ter ten te zu zur zum und
  y e i av af mac mc san st saint sri shri
`)

/** What a son's name has before his father's. */
export const isSonOf = (text: string): boolean => sonOf.has(text)
const sonOf = set('bin ibn ben')

/** Before or behind a name, and no part of it. */
export const isTitle = (text: string): boolean => titles.has(text)
const titles = set(`
  mr mrs ms miss mister sir madam madame monsieur herr frau senor senora sr sra don dona doctor dr prof
  professor ing eng engineer dipl phd md esq hon honorable rev reverend fr father sister brother
  president prasident presidente prime minister premier chancellor senator governor ambassador secretary
  sheikh shaikh shaykh sheik cheikh sayyid sayyed syed sayed seyed
  hajj haj haji hajji hadji mullah mulla maulana maulavi mawlawi molla imam ayatollah hujjat qari ustad
  general gen colonel col major maj captain capt lieutenant lt sergeant sgt brigadier admiral commander
  comrade jr junior senior
`)

/** Common to so many organisations that it sets none apart, in several languages. */
export const isArticle = (text: string): boolean => articles.has(text)
const articles = set(
  `the of and und et y e i for fur pour de des du del della di da do dos la le les los las el al in on at der die das a an`,
)
