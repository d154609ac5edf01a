import {
  type Activity,
  activityFingerprint,
  type ActivityType,
  parseActivityPayload,
} from '@corridor/signing'

/** Where a payload differs from what was asked for. */
export type Difference = { field: string; expected: string; found: string }

/** The payload was not signed: it cannot be read, or it says something else than it should. */
export class PayloadRefused extends Error {
  override readonly name = 'PayloadRefused'
  readonly code: 'UNREADABLE' | 'MISMATCH'
  readonly differences: readonly Difference[]

  constructor(differences: readonly Difference[]) {
    const fields = differences.map(({ field }) => field).join(', ')
    super(
      differences.length === 0
        ? 'The payload cannot be read, so it was not signed.'
        : `The payload differs in ${fields}, so it was not signed.`,
    )
    this.code = differences.length === 0 ? 'UNREADABLE' : 'MISMATCH'
    this.differences = differences
  }
}

export type ExpectedActivity = {
  entityId: string
  type: ActivityType
  /** What prepare answered about the payload. */
  activityId?: string
  fingerprint?: string
}

/** The activity of a payload, once it is the one that is expected. @throws {PayloadRefused} */
export function readPayload(payload: string, expected: ExpectedActivity): Activity {
  const parsed = parseActivityPayload(payload)
  if (!parsed.ok) throw new PayloadRefused([])
  const { type, organizationId, activityId } = parsed.value
  refuseDifferences([
    ['type', expected.type, type],
    ['organizationId', expected.entityId, organizationId],
    ['activityId', expected.activityId ?? activityId, activityId],
    [
      'fingerprint',
      expected.fingerprint ?? '',
      expected.fingerprint && activityFingerprint(payload),
    ],
  ])
  return parsed.value
}

/** @throws {PayloadRefused} that names every field whose two values differ */
export function refuseDifferences(fields: readonly (readonly [string, unknown, unknown])[]): void {
  const differences = fields
    .map(([field, expected, found]) => ({
      field,
      expected: textOf(expected),
      found: textOf(found),
    }))
    .filter(({ expected, found }) => expected !== found)
  if (differences.length > 0) throw new PayloadRefused(differences)
}

/** Values of payloads are texts and whole numbers; anything else shows as what it is. */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}
