import type { InputOf, webhooks } from '@corridor/contract'
import { uuidOf } from '../../db/no-id.ts'
import type { AskedOf } from '../../records/approvals/asked.ts'
import { findEndpoint } from './endpoint/store.ts'

type Create = Pick<InputOf<typeof webhooks.createEndpoint>, 'body'>
type Update = Pick<InputOf<typeof webhooks.updateEndpoint>, 'params' | 'body'>
type Register = Pick<InputOf<typeof webhooks.register>, 'body'>

const about = (url: string) => ({
  subject: { kind: 'webhook', id: url },
  destination: url,
  destinations: [url],
})

/** Whoever reads a partner's events knows what it pays to whom. */
const register: AskedOf<Register> = async (_tx, { body }) => ({
  ...about(body.webhookUrl),
  summary: `Send events to ${body.webhookUrl}.`,
  bound: { kind: 'register', ...body },
})

/** Rules about the registration hold for every endpoint: none is a way around them. */
const ruledAs = 'webhooks.register'

const create: AskedOf<Create> = async (_tx, { body }) => ({
  ...about(body.webhookUrl),
  ruledAs,
  summary: `Send events to ${body.webhookUrl}, too.`,
  bound: { kind: 'create', ...body },
})

const update: AskedOf<Update> = async (tx, { params, body }, { partnerId }) => {
  const endpointId = uuidOf('whe', params.endpointId)
  if (!(await findEndpoint(tx, { partnerId, endpointId }))) return undefined
  return {
    ...about(body.webhookUrl),
    ruledAs,
    summary: `Send events to ${body.webhookUrl} at one of several endpoints.`,
    bound: { kind: 'update', ...params, ...body },
  }
}

export const webhookFacts = { 'webhooks.register': register }
/** Judged by the rules of the registration; no rule names them. */
export const endpointFacts = {
  'webhooks.createEndpoint': create,
  'webhooks.updateEndpoint': update,
}
