import type { routes } from '@corridor/contract/routes'
import { ok, type Result, utf8Text } from '@corridor/signing'
import { parseJson } from '../api/api-error.ts'
import type { BodyFor } from '../api/endpoint-types.ts'
import type { ItemOf } from '../api/pages.ts'
import { type Refusal, refuse } from './parts.ts'

type Recorded = ItemOf<BodyFor<typeof routes.webhooks.events>>
type Given = 'eventId' | 'eventCategory' | 'eventType' | 'eventStatus' | 'eventObject' | 'createdAt'

/**
 * An event as it is pushed. Categories, types and statuses are open values: new ones come without
 * notice. Members that this version does not know are there all the same.
 */
export type WebhookEvent = Pick<Recorded, Given> & Partial<Omit<Recorded, Given>>

const texts = ['eventId', 'eventCategory', 'eventType', 'eventStatus', 'createdAt'] as const
const objectTexts = ['executionId', 'transactionId', 'status', 'previousStatus'] as const

/** The event that a body says. */
export function readEvent(body: Uint8Array): Result<WebhookEvent, Refusal> {
  const text = utf8Text(body)
  if (text === undefined) return refuse('BODY_INVALID', 'The body is not UTF-8.')
  const value = parseJson(text)
  if (value === undefined) return refuse('BODY_INVALID', 'The body is not JSON.')
  if (!isRecord(value)) return refuse('BODY_INVALID', 'The body is not a JSON object.')
  const wrong = wrongMember(value)
  if (wrong === undefined) return ok(value as WebhookEvent)
  return refuse('BODY_INVALID', `The body is not an event: ${wrong} is missing or of another kind.`)
}

/** The standard members must be there; of the further ones, those that are there must fit. */
function wrongMember(event: Readonly<Record<string, unknown>>): string | undefined {
  const { eventObject: object, sequence, changes } = event
  const wrong = texts.find((name) => typeof event[name] !== 'string')
  if (wrong !== undefined) return wrong
  if (!isRecord(object)) return 'eventObject'
  const wrongInside = objectTexts.find((name) => typeof object[name] !== 'string')
  if (wrongInside !== undefined) return `eventObject.${wrongInside}`
  if (sequence !== undefined && !Number.isSafeInteger(sequence)) return 'sequence'
  if (changes !== undefined && !isRecord(changes)) return 'changes'
  const further = ['apiVersion', 'environment'].filter((name) => event[name] !== undefined)
  return further.find((name) => typeof event[name] !== 'string')
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
