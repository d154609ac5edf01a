import { type Endpoint, operations } from '@corridor/contract'
import { z } from 'zod'
import type { Ids } from './reads.ts'

/** One request: everything but the key. */
export type Asked = { method: string; path: string; body: string | undefined }
type Answered = { status: number; text: string }

/** A place of an operation where the id of a record stands. */
type Place = { where: 'params' | 'query' | 'body'; name: string }

/** An operation that was asked about a record of somebody else, and the same about none. */
export type Pair = {
  id: string
  place: Place
  foreign: Answered
  unknown: Answered
}

/** Which record a member names, where its own name is not a member of any answer. */
const prefixes: Record<string, readonly string[]> = {
  accountId: ['acc'],
  fromAccountId: ['acc'],
  toAccountId: ['acc'],
  externalAccountId: ['acc'],
  fromEntityId: ['ent'],
  toEntityId: ['ent'],
  otherEntityId: ['ent'],
  depositId: ['dep'],
  depositIds: ['dep'],
  routeId: ['tele'],
  teleportId: ['tele'],
  executionId: ['exec'],
  rfiId: ['rfi'],
  actorId: ['key'],
  objectId: ['ent'],
  approvalId: ['apr'],
  quoteId: ['rq'],
  replenishTxnHash: [],
  originalTxnHashes: [],
}
/** Members that end like an id and name no record of one partner. */
const ofNobody = new Set([
  'jurisdictionId',
  'jurisdictionIds',
  'taxId',
  'credentialId',
  'refundId',
  // Payments on a chain, which everybody can read.
  'transactionHash',
  'feeTxnHash',
])
/** A new record takes any name here: one that another partner has used is free. */
const ownNames = new Set(['transfers.simulate transactionId', 'liquidity.initiate transactionId'])

const isPlace = (name: string) => /(Id|Ids|Hash|Hashes)$/.test(name) && !ofNobody.has(name)
const all: Endpoint[] = Object.values(operations)
  .flatMap((ofModule): Endpoint[] => Object.values(ofModule))
  .filter(({ stream }) => !stream)

type Json = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  $ref?: string
  $defs?: Record<string, Json>
}
const schemaOf = (type: z.ZodType) =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Json

/**
 * Every operation with every id that it takes, asked with the key of one partner about a record of
 * another and about a record that nobody has; all other ids are the caller's own, so that this one
 * alone can be what is refused.
 */
export async function askedOfOthers(
  ask: (asked: Asked) => Promise<Answered>,
  { own, others }: { own: Ids; others: Ids },
): Promise<{ pairs: Pair[]; unasked: string[] }> {
  const pairs: Pair[] = []
  const unasked: string[] = []
  for (const endpoint of all)
    for (const place of placesOf(endpoint)) {
      const foreign = valueFor(place.name, others)
      if (ownNames.has(`${endpoint.id} ${place.name}`)) continue
      if (foreign === undefined) {
        unasked.push(`${endpoint.id} ${place.name}`)
        continue
      }
      const answers: Answered[] = []
      for (const value of [foreign, unknownLike(foreign)]) {
        const { status, text } = await ask(requestOf(endpoint, place, value, own))
        answers.push({ status, text: comparable(text, value) })
      }
      const [about, none] = answers
      if (about && none) pairs.push({ id: endpoint.id, place, foreign: about, unknown: none })
    }
  return { pairs, unasked }
}

/**
 * Makes what the demo data have none of: exports, a tracking link, a webhook that was sent something
 * and is recovered, a code for a wallet, and a request that waits for approval.
 */
export async function moreRecords(ask: (asked: Asked) => Promise<Answered>, own: Ids) {
  const texts: string[] = []
  const send = async (method: string, path: string, body: object) => {
    const { text } = await ask({ method, path: `/api/v1/${path}`, body: JSON.stringify(body) })
    texts.push(text)
  }
  const transfers = [...(own.get('exec') ?? [])]
  await send('POST', 'xfer/transaction/export', { format: 'csv' })
  await send('POST', 'xfer/utility/exports', {
    list: 'entities',
    format: 'csv',
    columns: ['entityId'],
  })
  for (const id of transfers.slice(0, 3))
    await send('POST', `xfer/transaction/transfer/${id}/tracking`, {})
  for (const entityId of own.get('entityId') ?? [])
    await send('POST', `wallets/${entityId}/initiate-otp`, {})
  const webhookUrl = 'http://localhost:9/hook'
  await send('PUT', 'partner/registerPartnerWebhook', { webhookUrl })
  await send('POST', 'partner/webhook/recover', { since: '2020-01-01T00:00:00Z' })
  const then = { approvals: [{ from: ['role:owner'], count: 1 }], expiresInMs: 3_600_000 }
  const rule = { id: 'r', name: 'R', on: ['webhooks.register'], when: { all: [] }, then }
  await send('PUT', 'partner/policy', { rules: [rule], otherwise: 'allow' })
  await send('PUT', 'partner/registerPartnerWebhook', { webhookUrl: `${webhookUrl}/2` })
  return texts
}

function placesOf({ params, query, body }: Endpoint): Place[] {
  const named = (where: Place['where'], schema: z.ZodType | undefined): Place[] =>
    schema ? [...namesIn(schemaOf(schema))].filter(isPlace).map((name) => ({ where, name })) : []
  return [...named('params', params), ...named('query', query), ...named('body', body)]
}

function namesIn(schema: Json, names = new Set<string>()): Set<string> {
  for (const branch of [schema.anyOf, schema.oneOf, schema.allOf].flat())
    if (branch) namesIn(branch, names)
  for (const name of Object.keys(schema.properties ?? {})) names.add(name)
  return names
}

function valueFor(name: string, known: Ids): string | undefined {
  const named = (prefixes[name] ?? []).flatMap((prefix) => [...(known.get(prefix) ?? [])])
  return named[0] ?? [...(known.get(name.replace(/(Id|Hash)(es|s)$/, '$1')) ?? [])][0]
}

/** An id or a hash of the same form that nobody has. */
function unknownLike(value: string): string {
  if (/^0x[0-9a-f]+$/i.test(value)) return `0x${'7'.repeat(value.length - 2)}`
  const ours = /^([a-z]+[_-])[0-9a-z]{26}$/.exec(value)
  return ours ? `${ours[1] ?? ''}01h455vb4pex5vsknk084sn02q` : `${value.slice(0, -4)}none`
}

/** An answer without what differs between two requests: new ids, times, and the ids that they named. */
const comparable = (text: string, value: string): string =>
  text
    .replaceAll(value, '…')
    .replaceAll(/"[a-z]+_[0-9a-z]{26}"/g, '"new"')
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'then')

function requestOf(endpoint: Endpoint, place: Place, value: string, own: Ids): Asked {
  const { method, params, query, body } = endpoint
  const chosen = (where: Place['where'], name: string) =>
    place.where === where && place.name === name ? value : valueFor(name, own)
  const path = Object.keys((params && schemaOf(params).properties) ?? {}).reduce(
    (filled, name) =>
      filled.replace(`{${name}}`, encodeURIComponent(chosen('params', name) ?? unnamed(name))),
    endpoint.path as string,
  )
  const queried = {
    ...(query && requiredQuery(query)),
    ...(query && queries[endpoint.id]?.(own)),
    ...(place.where === 'query' && { [place.name]: value }),
  }
  const asked = Object.keys(queried).length > 0 ? `?${new URLSearchParams(queried).toString()}` : ''
  const sent = body && samples[endpoint.id] === undefined ? sampleOf(schemaOf(body), own) : {}
  const full = { ...(sent as object), ...samples[endpoint.id]?.(own) }
  const isList = place.name.endsWith('s') && place.where === 'body'
  const named = place.where === 'body' ? { [place.name]: isList ? [value] : value } : {}
  return {
    method,
    path: path + asked,
    body: method === 'GET' ? undefined : JSON.stringify({ ...full, ...named }),
  }
}

const unnamed = (name: string) => (name === 'address' ? `0x${'1'.repeat(40)}` : 'none')

function requiredQuery(query: z.ZodType): Record<string, string> {
  const sample = sampleOf(schemaOf(query), new Map()) as Record<string, unknown>
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]))
}

/** The least that a schema takes; ids are the caller's own. */
function sampleOf(schema: Json, own: Ids, name = '', defs = schema.$defs ?? {}): unknown {
  if (schema.$ref !== undefined)
    return sampleOf(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, own, name, defs)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const branch = (schema.anyOf ?? schema.oneOf)?.[0]
  if (branch) return sampleOf(branch, own, name, defs)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, own, name, defs)))
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    const members = required.map((member) => [
      member,
      sampleOf(properties[member] ?? {}, own, member, defs),
    ])
    return Object.fromEntries(members) as object
  }
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, own, name, defs)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer')
    return Math.max(schema.minimum ?? 0, schema.exclusiveMinimum ?? 0) + 1
  return (isPlace(name) && valueFor(name, own)) || textOf(schema)
}

function textOf({ format, pattern }: Json): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  if (format === 'date') return '2026-01-01'
  if (format === 'email') return 'somebody@example.com'
  if (format === 'uri') return 'https://example.com/'
  if (pattern?.includes('0x')) return `0x${'1'.repeat(40)}`
  if (pattern === '^[A-Z]{2}$') return 'DE'
  if (pattern?.includes('•')) return '••••'
  return 'text'
}

const some = (own: Ids, name: string) => valueFor(name, own) ?? 'none'
const ownJurisdiction = (own: Ids) => [...(own.get('jur') ?? [])][0] ?? 'none'
const policy = { rules: [], otherwise: 'allow' }
const drawing = {
  amount: 1,
  asset: 'USDC',
  recipientWallet: `0x${'1'.repeat(40)}`,
  originator: { name: 'A', country: 'DE' },
  beneficiary: { name: 'B', country: 'DE' },
}

/** What queries take beyond what their schema says. */
const queries: Record<string, (own: Ids) => Record<string, string>> = {
  'accounts.evaluate': (own) => ({ jurisdictionId: ownJurisdiction(own) }),
  'payinRoutes.estimate': (own) => ({
    amount: '10',
    fundingAccountId: some(own, 'fundingAccountId'),
    externalAccountId: some(own, 'externalAccountId'),
  }),
  'payinRoutes.preview': () => ({ amount: '10' }),
  'wallets.policy': (own) => ({ walletId: some(own, 'walletId') }),
}

/** Bodies with rules that their schema cannot say. */
const samples: Record<string, (own: Ids) => object> = {
  'webhooks.updateEndpoint': () => ({ webhookUrl: 'http://localhost:9/other' }),
  'payinRoutes.toggle': () => ({ routeStatus: 'inactive' }),
  'liquidity.acceptReserve': (own) => ({
    reserveFrameId: some(own, 'reserveFrameId'),
    feeTxnHash: `0x${'2'.repeat(64)}`,
  }),
  'liquidity.initiate': () => ({ transactionId: 'of another', ...drawing }),
  'liquidity.initiateReplenish': () => ({ totalReplenishAmount: 1, asset: 'USDC' }),
  'liquidity.fulfilQuote': () => ({
    amount: 1,
    fulfillmentType: 'PRINCIPAL',
    transactionReference: { accountNumber: '1', accountName: 'A' },
  }),
  'wallets.registerAuthPrepare': () => ({ authType: 'Email_Auth', email: 'a@example.com' }),
  'wallets.registerAuth': () => ({ authType: 'Email_Auth', email: 'a@example.com' }),
  'wallets.setPolicyPrepare': (own) => ({ walletId: some(own, 'walletId'), policy }),
  'wallets.replayPolicy': (own) => ({ walletId: some(own, 'walletId'), policy }),
}

/** What stands in the way before the id is looked up, for every id alike. */
export const refusedBefore = new Set([
  'accounts.addOfEntity entityId',
  'transfers.retry toAccountId',
  'payinRoutes.resolve executionId',
  'payinRoutes.forwardHeld depositIds',
  'liquidity.quoteReplenishBatch originalTxnHashes',
  // A code that nobody was sent differs from a wrong one in nothing.
  'wallets.verifyOtp otpId',
  'wallets.startSession otpId',
  'wallets.registerAuth activityId',
  'wallets.revokeAuthPrepare authId',
])

type Served = {
  deps: { config: { BASE_URL: string } }
  fetch: (request: Request) => Promise<Response>
}

/** Sends requests to a place with these headers, which say who asks. */
export const asking =
  (place: Served, who: Record<string, string>) =>
  async ({ method, path, body }: Asked): Promise<Answered> => {
    const url = new URL(path, place.deps.config.BASE_URL)
    const headers = { ...who, 'content-type': 'application/json' }
    const answer = await place.fetch(
      new Request(url, { method, headers, ...(body !== undefined && { body }) }),
    )
    return { status: answer.status, text: await answer.text() }
  }
