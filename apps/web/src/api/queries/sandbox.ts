import { queryOptions } from '@tanstack/react-query'
import { call, sandbox } from '../call.ts'

/** The code of a message in the sandbox's mailbox; null where there is none. */
export const outboxCodeQuery = (otpId: string, channel: 'EMAIL' | 'SMS') =>
  queryOptions({
    queryKey: ['sandbox', 'outbox', otpId],
    queryFn: async ({ signal }) => {
      const { data } = await call(sandbox.outbox, { query: { channel, limit: '50' } }, { signal })
      return data.find((message) => message.otpId === otpId)?.code ?? null
    },
  })

const outboxKey = ['sandbox', 'outbox', 'newest'] as const
const messagesShown = '10'

/** The newest messages that a live service would have sent. */
export const outboxQuery = queryOptions({
  queryKey: outboxKey,
  queryFn: ({ signal }) => call(sandbox.outbox, { query: { limit: messagesShown } }, { signal }),
})
