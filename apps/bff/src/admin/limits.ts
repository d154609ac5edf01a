import type { Tx } from '../db/open.ts'
import { changeTerms, readTerms, type TermsChange } from '../records/partners/terms-store.ts'
import {
  type Command,
  Misuse,
  numberOf,
  type Option,
  type Options,
  partnerOf,
  Refused,
} from './command.ts'
import type { Site } from './site.ts'

const kinds = ['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT'] as const
const actor = { type: 'service', id: 'operator' } as const
const partner: Option = {
  name: 'partner',
  value: '<svcPartnerId>',
  required: true,
  meaning: 'whose transfers',
}

/** Options by the member of the terms that each sets. */
const amounts = {
  txnLimit: { name: 'txn-limit', value: '<USD>', meaning: 'worth of one transfer' },
  dailyLimit: { name: 'daily-limit', value: '<USD>', meaning: 'worth of a day’s transfers' },
  refundCreditLimit: {
    name: 'refund-credit-limit',
    value: '<units>',
    meaning: 'lent for refunds, per currency',
  },
  partnerFeeBps: { name: 'partner-fee', value: '<bps>', meaning: 'the partner’s own fee' },
  approvalAbove: {
    name: 'approval-above',
    value: '<USD>',
    meaning: 'amount from which approval is needed',
  },
  coolingOffHours: { name: 'cooling-off', value: '<hours>', meaning: 'a new payee needs approval' },
} as const
const perKind = {
  spreadBps: { name: 'spread', value: '<bps>', meaning: 'off the mid rate; or ON_RAMP=20,…' },
  quoteMinutes: { name: 'quote-minutes', value: '<n>', meaning: 'validity; or ON_RAMP=5,…' },
} as const

const show: Command = {
  summary: 'show what a partner’s transfers follow',
  options: [partner],
  onSite: ({ db }, options) => {
    const { id, text } = partnerOf(options)
    return db.asWorker(async (tx) => ({ svcPartnerId: text, ...(await termsOf(tx, id, text)) }))
  },
}

const set: Command = {
  summary: 'set limits, fees, spreads and approval of a partner’s transfers',
  options: [partner, ...Object.values(amounts), ...Object.values(perKind)],
  onSite: async (site, options) => {
    const { id, text } = partnerOf(options)
    const change = changeOf(options)
    if (Object.keys(change).length === 0) throw new Misuse('Say what to set.')
    return write(site, { id, text, change })
  },
}

export const limitCommands = { 'limits show': show, 'limits set': set }

async function write(
  site: Pick<Site, 'db' | 'published'>,
  { id, text, change }: { id: string; text: string; change: TermsChange },
): Promise<unknown> {
  const answer = await site.db.asWorker(async (tx) => {
    await termsOf(tx, id, text)
    const done = await changeTerms(tx, { partnerId: id, actor, requestId: '' }, change)
    if (!done.ok) throw new Refused(`Not within bounds: ${done.failure.join(', ')}.`)
    return { svcPartnerId: text, ...done.value }
  })
  site.published()
  return answer
}

async function termsOf(tx: Tx, id: string, text: string) {
  const terms = await readTerms(tx, id)
  if (!terms) throw new Refused(`No partner has the id ${text}.`)
  return terms
}

function changeOf(options: Options): TermsChange {
  const change: Record<string, unknown> = {}
  for (const [member, { name }] of Object.entries(amounts))
    if (options[name] !== undefined) change[member] = numberOf(name, options[name])
  for (const [member, { name }] of Object.entries(perKind))
    if (options[name] !== undefined) change[member] = numbersOf(name, options[name])
  return change
}

/** One number for all kinds, or one for each that is named. */
function numbersOf(name: string, text: string): Record<string, number> {
  if (!text.includes('=')) {
    const value = numberOf(name, text)
    return Object.fromEntries(kinds.map((kind) => [kind, value]))
  }
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [kindName = '', value = ''] = part.split('=')
      const kind = kinds.find((known) => known === kindName.trim())
      if (!kind) throw new Misuse(`--${name}: one of ${kinds.join(', ')}.`)
      return [kind, numberOf(name, value.trim())]
    }),
  )
}
