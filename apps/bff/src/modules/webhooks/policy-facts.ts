import type { InputOf, webhooks } from '@corridor/contract'
import type { AskedOf } from '../../records/approvals/asked.ts'

type Register = Pick<InputOf<typeof webhooks.register>, 'body'>

/** Whoever reads a partner's events knows what it pays to whom. */
const register: AskedOf<Register> = async (_tx, { body }) => ({
  subject: { kind: 'webhook', id: body.webhookUrl },
  summary: `Send events to ${body.webhookUrl}.`,
  destination: body.webhookUrl,
  destinations: [body.webhookUrl],
  bound: { kind: 'register', ...body },
})

export const webhookFacts = { 'webhooks.register': register }
