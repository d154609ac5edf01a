import { codes, failures, texts } from './service-texts.ts'
import { t } from './text.ts'

/** `PENDING_VERIFICATION` and `deposit_received` within a sentence: `pending verification`, `deposit received`. */
export function codeText(code: string): string {
  return (
    codes[code.toLowerCase()] ??
    code
      .replaceAll('_', ' ')
      .toLowerCase()
      .replace('non custodial', 'non-custodial')
      .replaceAll(/\b(kyc|api)\b/g, (term) => term.toUpperCase())
  )
}

/** The same as a label: `Pending verification`. */
export function codeLabel(code: string): string {
  const terms = codeText(code)
  return terms.charAt(0).toUpperCase() + terms.slice(1)
}

/** A name, a question or a message that the service gives in English. */
export const serviceText = (text: string): string => translate(text) ?? text

const plain = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Reads texts in the words of a language, also those with a part that differs: `{label} is required.` */
export function translator(terms: Readonly<Record<string, string>>) {
  const templates = Object.keys(terms)
    .filter((text) => text.includes('{'))
    .map((text) => ({
      text,
      form: new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map(plain)
          .join('(.+?)')}$`,
        'u',
      ),
      names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    }))
  return function read(shown: string): string | undefined {
    if (terms[shown] !== undefined) return terms[shown]
    for (const { text, form, names } of templates) {
      const parts = form.exec(shown)?.slice(1)
      if (!parts) continue
      const values = names.map((name, at) => [name, read(parts[at] ?? '') ?? parts[at] ?? ''])
      return t(terms[text] ?? '', Object.fromEntries(values) as Record<string, string>)
    }
    return undefined
  }
}

const translate = translator(texts)

/** Why the service refused: its own words where they are known, else those of the code with them. */
export function failureText(code: string, message: string): string {
  const shown = serviceText(message)
  const reason = failures[code]
  return reason === undefined || shown !== message ? shown : `${reason} (${message})`
}
