import { codes, failures, texts } from './service-texts.ts'
import { t } from './text.ts'

/** `PENDING_VERIFICATION` and `deposit_received` within a sentence: `pending verification`, `deposit received`. */
export function codeWords(code: string): string {
  return (
    codes[code.toLowerCase()] ??
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
export const serviceText = (text: string): string => translate(text) ?? text

const plain = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Reads texts in the words of a language, also those with a part that differs: `{label} is required.` */
export function translator(words: Readonly<Record<string, string>>) {
  const templates = Object.keys(words)
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
  return function read(said: string): string | undefined {
    if (words[said] !== undefined) return words[said]
    for (const { text, form, names } of templates) {
      const parts = form.exec(said)?.slice(1)
      if (!parts) continue
      const values = names.map((name, at) => [name, read(parts[at] ?? '') ?? parts[at] ?? ''])
      return t(words[text] ?? '', Object.fromEntries(values) as Record<string, string>)
    }
    return undefined
  }
}

const translate = translator(texts)

/** Why the service refused: its own words where they are known, else those of the code with them. */
export function failureText(code: string, message: string): string {
  const said = serviceText(message)
  const reason = failures[code]
  return reason === undefined || said !== message ? said : `${reason} (${message})`
}
