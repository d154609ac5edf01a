import { q, sandbox } from '../call.ts'

/** The code of a message in the sandbox's mailbox; null where there is none. */
export const outboxCodeQuery = (otpId: string, channel: 'EMAIL' | 'SMS') =>
  q(
    sandbox.outbox,
    { channel, limit: '50' },
    { select: ({ data }) => data.find((message) => message.otpId === otpId)?.code ?? null },
  )
