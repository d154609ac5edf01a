import { codes, failures, texts } from './service-texts.ts'
import { t } from './text.ts'

/** `PENDING_VERIFICATION` and `deposit_received` within a sentence: `pending verification`, `deposit received`. */
export function codeWords(code: string): string {
  return (
    codes[code] ??
    code
      .replaceAll('_', ' ')
      .toLowerCase()
      .replace('non custodial', 'non-custodial')
      .replaceAll(/\b(kyc|api)\b/g, (word) => word.toUpperCase())
  )
}

/** The same as a label: `Pending verification`. */
export function codeLabel(code: string): string {
  const words = codeWords(code)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A name, a question or a message that the service gives in English. */
export function serviceText(text: string): string {
  const known = texts[text]
  if (known !== undefined) return known
  for (const { form, names, words } of templates) {
    const [whole, ...found] = form.exec(text) ?? []
    if (whole === undefined) continue
    const values = names.map((name, at) => [name, serviceText(found[at] ?? '')] as const)
    return t(words, Object.fromEntries<string>(values))
  }
  return text
}

const plain = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Texts with a part that differs: `{label} is required.` */
const templates = Object.entries(texts)
  .filter(([text]) => text.includes('{'))
  .map(([text, words]) => ({
    form: new RegExp(
      `^${text
        .split(/\{\w+\}/)
        .map(plain)
        .join('(.+?)')}$`,
      'u',
    ),
    names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    words,
  }))

/** Why the service refused, with its own words where they say more than the code does. */
export function failureText(code: string, message: string): string {
  const reason = failures[code]
  return reason === undefined ? message : `${reason} (${message})`
}
