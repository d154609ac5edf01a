/** The languages of the dashboard by their tags; there is one build of it in each. */
export const languages = [
  { tag: 'en', name: 'English', locale: 'en-GB' },
  { tag: 'de', name: 'Deutsch', locale: 'de-DE' },
  { tag: 'es', name: 'Español', locale: 'es-ES' },
] as const

export type Language = (typeof languages)[number]['tag']

/** What the service reads when it chooses a build for the page. */
export const languageCookie = 'corridor_language'

const built: unknown = import.meta.env['VITE_LANGUAGE']
const found = languages.find(({ tag }) => tag === built) ?? languages[0]

/** The language of this build. */
export const language: Language = found.tag

/** For `Intl`. */
export const locale: string = found.locale
