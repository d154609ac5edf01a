import type { Tx } from '../db/open.ts'
import { notices } from '../modules/access/staff/notices.ts'
import { readPolicy, resetPolicy } from '../modules/approvals/policy.ts'
import { changeTerms, readTerms, type TermsChange } from '../records/partners/terms-store.ts'
import {
  type Command,
  Misuse,
  numberOf,
  type Option,
  type Options,
  partnerOf,
  Refused,
  required,
} from './base/command.ts'
import { setShift } from '../outside/rates/store.ts'
import type { Site } from './base/site.ts'

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
    meaning:
      'lent for refunds that the payments account does not cover, per currency; 0 unless set',
  },
  partnerFeeBps: { name: 'partner-fee', value: '<bps>', meaning: 'the partner’s own fee' },
  approvalAbove: {
    name: 'approval-above',
    value: '<USD>',
    meaning: 'amount from which approval is needed',
  },
  coolingOffHours: { name: 'cooling-off', value: '<hours>', meaning: 'a new payee needs approval' },
  senderCheckAbove: {
    name: 'sender-check-above',
    value: '<USD>',
    meaning: 'worth from which money under another name is held',
  },
} as const
const switches = {
  thirdPartyPayers: {
    name: 'third-party-payers',
    value: '<yes|no>',
    meaning: 'a payer may pay from an account of somebody else',
  },
} as const
const perKind = {
  spreadBps: { name: 'spread', value: '<bps>', meaning: 'off the mid rate; or ON_RAMP=20,…' },
  quoteMinutes: { name: 'quote-minutes', value: '<n>', meaning: 'validity; or ON_RAMP=5,…' },
} as const

const perSource = {
  rateHoldMinutes: {
    name: 'rate-hold',
    value: '<minutes>',
    meaning: 'how long a rate holds after execution; or BANK=60,CHAIN=15',
  },
} as const
/** Limits of one customer, by the member that each sets; of all levels or of those named. */
const perLevel = {
  txnLimit: { name: 'customer-txn', value: '<USD>', meaning: 'of one customer’s transfer' },
  dailyLimit: { name: 'customer-daily', value: '<USD>', meaning: 'of one customer’s day' },
  monthlyLimit: {
    name: 'customer-monthly',
    value: '<USD>',
    meaning: 'of one customer’s month; or STANDARD=…,ENHANCED=…',
  },
  dailyCount: { name: 'customer-daily-count', value: '<n>', meaning: 'transfers on one day' },
  monthlyCount: { name: 'customer-monthly-count', value: '<n>', meaning: 'transfers in a month' },
} as const
const levels = ['NONE', 'STANDARD', 'ENHANCED'] as const

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
  options: [
    partner,
    ...Object.values(amounts),
    ...Object.values(switches),
    ...Object.values(perKind),
    ...Object.values(perSource),
    ...Object.values(perLevel),
  ],
  onSite: async (site, options) => {
    const { id, text } = partnerOf(options)
    const change = changeOf(options)
    if (Object.keys(change).length === 0) throw new Misuse('Say what to set.')
    return write(site, { id, text, change })
  },
}

const policyShow: Command = {
  summary: 'show who has to agree to what at a partner, in words and as rules',
  options: [partner],
  onSite: ({ db }, options) => {
    const { id, text } = partnerOf(options)
    return db.asWorker(async (tx) => {
      await termsOf(tx, id, text)
      return { svcPartnerId: text, ...(await readPolicy(tx, { partnerId: id })) }
    })
  },
}

const policyReset: Command = {
  summary: 'put a policy that locks everybody out back to the default; all members are told',
  options: [
    partner,
    {
      name: 'reason',
      value: '<text>',
      required: true,
      meaning: 'for the audit log and the members',
    },
  ],
  onSite: async ({ db, team, published }, options) => {
    const { id, text } = partnerOf(options)
    const reason = required(options, 'reason')
    const policy = await db.asWorker(async (tx) => {
      await termsOf(tx, id, text)
      return resetPolicy(tx, { partnerId: id, actor, requestId: '' }, reason)
    })
    published()
    return {
      svcPartnerId: text,
      ...policy,
      ...(await team.announce(id, notices.policyReset(reason))),
    }
  },
}

export const limitCommands = {
  'limits show': show,
  'limits set': set,
  'policy show': policyShow,
  'policy reset': policyReset,
}

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
  for (const [member, { name }] of Object.entries(switches))
    if (options[name] !== undefined) change[member] = isYes(name, options[name])
  for (const [member, { name }] of Object.entries(perKind))
    if (options[name] !== undefined) change[member] = numbersOf(name, options[name], kinds)
  for (const [member, { name }] of Object.entries(perSource))
    if (options[name] !== undefined)
      change[member] = numbersOf(name, options[name], ['BANK', 'CHAIN'])
  const customers: Record<string, Record<string, number>> = {}
  for (const [member, { name }] of Object.entries(perLevel))
    if (options[name] !== undefined)
      for (const [level, value] of Object.entries(numbersOf(name, options[name], levels)))
        customers[level] = { ...customers[level], [member]: value }
  if (Object.keys(customers).length > 0) change['customerLimits'] = customers
  return change
}

function isYes(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new Misuse(`--${name}: yes or no.`)
  return text === 'yes'
}

/** One number for all names, or one for each that is given. */
function numbersOf(name: string, text: string, names: readonly string[]): Record<string, number> {
  if (!text.includes('=')) {
    const value = numberOf(name, text)
    return Object.fromEntries(names.map((kind) => [kind, value]))
  }
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [kindName = '', value = ''] = part.split('=')
      const kind = names.find((known) => known === kindName.trim())
      if (!kind) throw new Misuse(`--${name}: one of ${names.join(', ')}.`)
      return [kind, numberOf(name, value.trim())]
    }),
  )
}

const shift: Command = {
  summary: 'move the sandbox’s rate of a currency, to see what another price does',
  options: [
    { name: 'currency', value: '<code>', required: true, meaning: 'such as EUR; not the dollar' },
    {
      name: 'basis-points',
      value: '<n>',
      required: true,
      meaning: 'how much more it is worth than the sample says; 0 puts it back',
    },
  ],
  onSite: async ({ db, config }, options) => {
    if (config.ENVIRONMENT !== 'sandbox') throw new Refused('Rates are moved in a sandbox alone.')
    const currency = required(options, 'currency')
    const text = required(options, 'basis-points')
    if (!/^-?\d{1,5}$/.test(text) || !/^[A-Z]{3}$/.test(currency))
      throw new Misuse('A currency code, and whole basis points from -9000 to 90000.')
    const basisPoints = Number.parseInt(text, 10)
    if (basisPoints < -9_000 || basisPoints > 90_000)
      throw new Refused('A rate is moved by -9000 to 90000 basis points.')
    await db.asWorker((tx) => setShift(tx, { currency, basisPoints }))
    return { currency, basisPoints }
  },
}

export const rateCommands = { 'rates shift': shift }
