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
  RATE_LIMITED: 'Five addresses are tried already. Wait for one of them.',
})
