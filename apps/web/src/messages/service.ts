import { codes, failures, texts } from './service-texts.ts'

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

/** A name or a question that the service gives in English. */
export const serviceText = (text: string): string => texts[text] ?? text

/** Why the service refused, with its own words where they say more than the code does. */
export function failureText(code: string, message: string): string {
  const reason = failures[code]
  return reason === undefined ? message : `${reason} (${message})`
}
