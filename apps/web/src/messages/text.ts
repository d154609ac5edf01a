import { language, locale } from './language.ts'

/** What stands for `{name}` in a message. */
export type Values = Readonly<Record<string, string | number>>

/** English forms of a message by the plural category of its count; other languages have their own categories. */
export type Forms = { one: string; other: string }

const rules = new Intl.PluralRules(locale)

/** Whatever follows shows translators which of two meanings a text has: `Open##state`. */
const hint = /##.*$/

/**
 * A message in the language of this build, with `{name}` filled in from the values. The English text is its key in
 * `apps/web/messages`; the build puts the translation in its place (`build/messages.ts`), so it has to be a literal.
 */
export function t(text: string, values: Values = {}): string {
  return text
    .replace(hint, '')
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

const lists = new Intl.ListFormat(locale)

/** `Owner, controller and signer`. */
export const listText = (parts: readonly string[]): string => lists.format(parts)

/** A message in the form that its count needs: `plural(2, { one: '{count} row', other: '{count} rows' })`. */
export function plural(count: number, forms: Forms, values: Values = {}): string {
  const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms
  const form = byCategory[rules.select(count)] ?? forms.other
  return t(form, { count, ...values })
}

/** A label within a sentence: German nouns and abbreviations keep their capitals. */
export const midSentence = (label: string): string =>
  language === 'de' || !/^\p{Lu}\p{Ll}/u.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1)
