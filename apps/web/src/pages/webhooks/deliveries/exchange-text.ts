import type { Attempt } from '../../../api/queries/webhooks.ts'
import { codeText } from '../../../features/webhooks/labels.ts'
import { t } from '../../../messages/text.ts'

/** Header lines, an empty line and the body, byte for byte as they were sent. */
export function requestText(attempt: Pick<Attempt, 'requestHeaders'> | undefined, body: string) {
  if (!attempt) return body
  return `${headerLines(attempt.requestHeaders)}\n\n${body}`
}

/** The answer's code, headers and what was kept of its body; or why there is none. */
export function responseText(
  attempt: Pick<Attempt, 'httpStatus' | 'responseHeaders' | 'bodyExcerpt' | 'error'> | undefined,
): string {
  if (!attempt) return ''
  const { httpStatus, responseHeaders, bodyExcerpt, error } = attempt
  if (httpStatus === null) return t('No answer: {error}', { error })
  const head = [codeText(httpStatus), headerLines(responseHeaders)].filter(Boolean).join('\n')
  return bodyExcerpt === '' ? head : `${head}\n\n${bodyExcerpt}`
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

export type Difference = { what: string; first: string; second: string }

/** What two attempts of one delivery do not have in common; the body is the same in all of them. */
export function differencesOf(first: Attempt, second: Attempt): Difference[] {
  const rows: Difference[] = [
    ...headerDifferences(t('Sent'), first.requestHeaders, second.requestHeaders),
    { what: t('Answer'), first: answerOf(first), second: answerOf(second) },
    ...headerDifferences(t('Answered'), first.responseHeaders, second.responseHeaders),
    { what: t('Answer’s body'), first: first.bodyExcerpt, second: second.bodyExcerpt },
  ]
  return rows.filter((row) => row.first !== row.second)
}

const answerOf = ({ httpStatus, error }: Attempt) =>
  httpStatus === null ? error : codeText(httpStatus)

function headerDifferences(
  side: string,
  first: Record<string, string>,
  second: Record<string, string>,
): Difference[] {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return names.map((name) => ({
    what: `${side}: ${name}`,
    first: first[name] ?? '',
    second: second[name] ?? '',
  }))
}
