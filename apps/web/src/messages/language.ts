/** The languages of the dashboard by their tags; there is one build of it in each. */
export const languages = [
  { tag: 'en', name: 'English', locale: 'en-GB' },
  { tag: 'de', name: 'Deutsch', locale: 'de-DE' },
  { tag: 'es', name: 'Español', locale: 'es-ES' },
] as const

export type Language = (typeof languages)[number]['tag']

/** A language that a person chose, or whichever their browser asks for. */
export type LanguageChoice = Language | 'browser'

/** What the service reads when it chooses a build for the page. */
const cookieName = 'corridor_language'

const built: unknown = import.meta.env['VITE_LANGUAGE']
const found = languages.find(({ tag }) => tag === built) ?? languages[0]

/** The language of this build. */
export const language: Language = found.tag

/** For `Intl`. */
export const locale: string = found.locale

/** What this device asks for. */
function chosen(): string {
  return new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(document.cookie)?.[1] ?? 'browser'
}

/** Loads the page again in the language of a choice, unless that is what this device asks for already. */
export function followLanguage(choice: LanguageChoice): void {
  if (chosen() === choice) return
  const lastsS = choice === 'browser' ? 0 : 365 * 24 * 3600
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookieName}=${choice}; Path=/; SameSite=Lax; Max-Age=${lastsS}${secure}`
  // Where cookies are refused the page would only load again for ever.
  if (chosen() === choice) location.reload()
}
