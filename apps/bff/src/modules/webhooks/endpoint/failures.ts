import { fail } from '@corridor/domain'
import type { EndpointRef } from './store.ts'
import { answersFor, detail, type Failure } from '../../../api/request/refusal.ts'

export type NoWebhook = Failure<'RECORD_NOT_FOUND'>
export const noEndpoint = ({ endpointId }: EndpointRef): NoWebhook => ({
  code: 'RECORD_NOT_FOUND',
  details: [
    endpointId === undefined
      ? detail('', 'RECORD_NOT_FOUND', 'No webhook is registered.')
      : detail('endpointId', 'RECORD_NOT_FOUND', 'No webhook endpoint has this id.'),
  ],
})

export const notFound = (path: string, message: string) =>
  fail({
    code: 'RECORD_NOT_FOUND',
    details: [detail(path, 'RECORD_NOT_FOUND', message)],
  } as const)

/** The sentences of this module's failures. */
export const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'There is no such record.',
  WEBHOOK_URL_INVALID: 'This address cannot be a webhook.',
  FIELD_INVALID: 'Some fields are not valid.',
  VERSION_CONFLICT: 'The webhook was changed since you read it.',
  ILLEGAL_TRANSITION: 'This is not possible in the present state.',
  RATE_LIMITED: 'Five addresses are tried already. Wait for one of them.',
})
