import { eventCatalogue, retryPresets, deliveryStates } from '@corridor/domain'
import { durationText, relativeText } from '../../ui/format/times.ts'
import type { Attempt, Delivery, WebhookEndpoint, RetryPreset } from '../../api/queries/webhooks.ts'
import { t } from '../../messages/text.ts'

const phrases: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** `503 Service Unavailable`; a code without a phrase stands alone. */
export function codeText(code: number): string {
  return phrases[code] === undefined ? String(code) : `${code} ${phrases[code]}`
}

/** What the receiver answered, or why there is no answer. */
export function answerText({ httpStatus, error }: Pick<Attempt, 'httpStatus' | 'error'>): string {
  if (httpStatus !== null) return codeText(httpStatus)
  return error === '' ? t('no answer') : error
}

export const hasFailed = ({ error, httpStatus }: Attempt): boolean =>
  error !== '' || httpStatus === null || httpStatus < 200 || httpStatus > 299

const triggers: Record<string, string> = {
  MANUAL: t('Sent again by hand.'),
  RECOVERY: t('Sent again by a replay.'),
}

/** Why an attempt was made outside the schedule, and what the receiver asked for. */
export function attemptNote({ trigger, retryAfterSeconds, httpStatus, error }: Attempt): string {
  const isExplained = error !== '' && httpStatus !== null && !error.includes(String(httpStatus))
  return [
    triggers[trigger],
    isExplained ? sentence(error) : undefined,
    retryAfterSeconds === undefined
      ? undefined
      : t('Retry-After {seconds} was honoured.', { seconds: retryAfterSeconds }),
  ]
    .filter(Boolean)
    .join(' ')
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

const reasons: Record<string, string> = {
  FILTERED: t('not selected'),
  DISABLED: t('endpoint disabled'),
  ENDPOINT_REPLACED: t('address replaced'),
}

export const reasonText = (reason: string): string => reasons[reason] ?? reason

/** What comes next for a delivery. */
export function nextText(delivery: Delivery, now: number): string {
  const { status, reason, nextAttemptAt, attempts, attemptsMax } = delivery
  if (deliveryStates[status].isCalledOff) return reasonText(reason)
  if (status === 'EXHAUSTED')
    return attempts.length < attemptsMax ? t('ended') : t('schedule ended')
  if (!deliveryStates[status].isWaiting) return ''
  if (nextAttemptAt === undefined) return t('waits')
  const left = Date.parse(nextAttemptAt) - now
  if (left <= 0) return t('now')
  return left < 60_000
    ? t('in {size}', { size: durationText(left) })
    : relativeText(nextAttemptAt, now)
}

/** A whole number of the largest unit that fits: `24 h`, `5 min`. */
function spanText(ms: number): string {
  const seconds = ms / 1000
  if (seconds >= 3600 && seconds % 3600 === 0) return t('{hours} h', { hours: seconds / 3600 })
  if (seconds >= 60 && seconds % 60 === 0) return t('{minutes} min', { minutes: seconds / 60 })
  return t('{seconds} s', { seconds })
}

/** `0 s, 5 s, 5 min, 30 min, 2 h`: when each attempt follows the one before. */
export function scheduleText(preset: RetryPreset): string {
  return retryPresets[preset].map(spanText).join(', ')
}

export const presetTexts: Record<RetryPreset, { label: string; text: string }> = {
  standard: { label: t('Standard'), text: t('10 attempts over 75 hours') },
  short: { label: t('Short'), text: t('5 attempts over 2.5 hours') },
  single: { label: t('Single'), text: t('1 attempt, no retries') },
}

/** A secret as it is shown after its first time. */
export const hintText = (hint: string): string => `whsec_…${hint}`

const categories = Object.keys(eventCatalogue).length

/** `All events`, or `9 of 19 categories`. */
export function selectionText({ events }: Pick<WebhookEndpoint, 'events'>): string {
  if (events.length === 0) return t('All events')
  const chosen = new Set(events.map((name) => name.split('.')[0]))
  return t('{count} of {total} categories', { count: chosen.size, total: categories })
}
