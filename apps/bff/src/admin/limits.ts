import type { Tx } from '../db/open.ts'
import { notices } from '../modules/access/staff/notices.ts'
import { readPolicy, resetPolicy } from '../modules/approvals/policy.ts'
import { setShift } from '../outside/rates/store.ts'
import { changeTerms, readTerms } from '../records/partners/terms-store.ts'
import {
  byOperator,
  changeOf,
  decimal,
  number,
  onSite,
  partner,
  reason,
  Refused,
  sets,
  textOption,
  unknownPartner,
} from './base/command.ts'

const owner = partner('whose transfers')

/** One number for all names, or one for each that is given. */
const numbers = (value: string, meaning: string, names: readonly string[]) =>
  textOption(value, meaning).transform((written, context) => {
    const pairs = written.includes('=')
      ? written.split(',').map((part) => part.split('='))
      : names.map((name) => [name, written])
    const read = pairs.map(([name = '', amount = '']) => {
      if (!names.includes(name.trim())) context.addIssue(`one of ${names.join(', ')}.`)
      else if (!decimal.test(amount.trim())) context.addIssue('a number.')
      return [name.trim(), Number.parseFloat(amount)] as const
    })
    return Object.fromEntries(read)
  })

const kinds = ['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT']
const levels = ['NONE', 'STANDARD', 'ENHANCED']

/** A limit of one customer, of all levels or of those named. */
const ofCustomer = (member: string, value: string, meaning: string) =>
  sets(
    'customerLimits',
    numbers(value, meaning, levels).transform((limits) =>
      Object.fromEntries(
        Object.entries(limits).map(([level, limit]) => [level, { [member]: limit }]),
      ),
    ),
  )

const terms = {
  'txn-limit': sets('txnLimit', number('<USD>', 'worth of one transfer')),
  'daily-limit': sets('dailyLimit', number('<USD>', 'worth of a day’s transfers')),
  'refund-credit-limit': sets(
    'refundCreditLimit',
    number(
      '<units>',
      'lent for refunds that the payments account does not cover, per currency; 0 unless set',
    ),
  ),
  'partner-fee': sets('partnerFeeBps', number('<bps>', 'the partner’s own fee')),
  'approval-above': sets('approvalAbove', number('<USD>', 'amount from which approval is needed')),
  'cooling-off': sets('coolingOffHours', number('<hours>', 'a new payee needs approval')),
  'sender-check-above': sets(
    'senderCheckAbove',
    numbers('<USD>', 'sum of one other sender from which it is held; or DAY=…,WEEK=…,MONTH=…', [
      'DAY',
      'WEEK',
      'MONTH',
    ]),
  ),
  'claimed-wallet': sets(
    'claimedWallet',
    number('<USD>', 'what a wallet that is only claimed moves within 30 days'),
  ),
  'third-party-payers': sets(
    'payers',
    textOption(
      '<yes|no>',
      'yes: anybody may pay where a funding account does not say who; no: nobody but the customer, whatever an account says',
    )
      .regex(/^(yes|no)$/, 'yes or no.')
      .transform((answer) => (answer === 'yes' ? 'ANYBODY' : 'CUSTOMER')),
  ),
  spread: sets('spreadBps', numbers('<bps>', 'off the mid rate; or ON_RAMP=20,…', kinds)),
  'quote-minutes': sets('quoteMinutes', numbers('<n>', 'validity; or ON_RAMP=5,…', kinds)),
  'rate-hold': sets(
    'rateHoldMinutes',
    numbers('<minutes>', 'how long a rate holds after execution; or BANK=60,CHAIN=15', [
      'BANK',
      'CHAIN',
    ]),
  ),
  'customer-txn': ofCustomer('txnLimit', '<USD>', 'of one customer’s transfer'),
  'customer-daily': ofCustomer('dailyLimit', '<USD>', 'of one customer’s day'),
  'customer-monthly': ofCustomer(
    'monthlyLimit',
    '<USD>',
    'of one customer’s month; or STANDARD=…,ENHANCED=…',
  ),
  'customer-daily-count': ofCustomer('dailyCount', '<n>', 'transfers on one day'),
  'customer-monthly-count': ofCustomer('monthlyCount', '<n>', 'transfers in a month'),
}

export const limitCommands = {
  'limits show': onSite({
    summary: 'show what a partner’s transfers follow',
    options: { partner: owner },
    run: ({ db }, { partner: { id, text: svcPartnerId } }) =>
      db.asWorker(async (tx) => ({ svcPartnerId, ...(await termsOf(tx, id, svcPartnerId)) })),
  }),
  'limits set': onSite({
    summary: 'set limits, fees, spreads and approval of a partner’s transfers',
    options: { partner: owner, ...terms },
    run: async ({ db, published }, { partner: { id, text: svcPartnerId }, ...given }) => {
      const change = changeOf(given)
      const answer = await db.asWorker(async (tx) => {
        await termsOf(tx, id, svcPartnerId)
        const done = await changeTerms(tx, byOperator(id), change)
        if (!done.ok) throw new Refused(`Not within bounds: ${done.failure.join(', ')}.`)
        return { svcPartnerId, ...done.value }
      })
      published()
      return answer
    },
  }),
  'policy show': onSite({
    summary: 'show who has to agree to what at a partner, in words and as rules',
    options: { partner: owner },
    run: ({ db }, { partner: { id, text: svcPartnerId } }) =>
      db.asWorker(async (tx) => {
        await termsOf(tx, id, svcPartnerId)
        return { svcPartnerId, ...(await readPolicy(tx, { partnerId: id })) }
      }),
  }),
  'policy reset': onSite({
    summary: 'put a policy that locks everybody out back to the default; all members are notified',
    options: { partner: owner, reason: reason('for the audit log and the members') },
    run: async ({ db, team, published }, { partner: { id, text: svcPartnerId }, reason: why }) => {
      const policy = await db.asWorker(async (tx) => {
        await termsOf(tx, id, svcPartnerId)
        return resetPolicy(tx, byOperator(id), why)
      })
      published()
      return { svcPartnerId, ...policy, ...(await team.announce(id, notices.policyReset(why))) }
    },
  }),
}

async function termsOf(tx: Tx, id: string, svcPartnerId: string) {
  const known = await readTerms(tx, id)
  if (!known) throw unknownPartner(svcPartnerId)
  return known
}

export const rateCommands = {
  'rates shift': onSite({
    summary: 'move the sandbox’s rate of a currency, to see what another price does',
    options: {
      currency: textOption('<code>', 'such as EUR; not the dollar').regex(
        /^[A-Z]{3}$/,
        'a currency code.',
      ),
      'basis-points': textOption(
        '<n>',
        'how much more it is worth than the sample says; 0 puts it back',
      )
        .regex(/^-?\d{1,5}$/, 'whole basis points from -9000 to 90000.')
        .transform((points) => Number.parseInt(points, 10)),
    },
    run: async ({ db, config }, { currency, 'basis-points': basisPoints }) => {
      if (config.ENVIRONMENT !== 'sandbox') throw new Refused('Rates are moved in a sandbox alone.')
      if (basisPoints < -9_000 || basisPoints > 90_000)
        throw new Refused('A rate is moved by -9000 to 90000 basis points.')
      await db.asWorker((tx) => setShift(tx, { currency, basisPoints }))
      return { currency, basisPoints }
    },
  }),
}
