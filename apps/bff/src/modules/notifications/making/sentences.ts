import { kinds, type KindName } from '../base/kinds.ts'

type Facts = Record<string, unknown>

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** `242.32 GBP`, or nothing. */
function amountOf({ amount, currency }: Facts): string {
  return amount === undefined || amount === null ? '' : `${textOf(amount)} ${textOf(currency)}`
}

/** Whole sentences, because the dashboard knows each in other languages. */
const withAmount = (facts: Facts, bare: string, withIt: (amount: string) => string): string => {
  const amount = amountOf(facts)
  return amount === '' ? bare : withIt(amount)
}

const sentences: Partial<Record<KindName, Record<string, string>>> = {
  approval_asked: {
    requested: 'Your approval is needed',
    answered: 'Your question about a request was answered',
  },
  approval_decided: {
    approved: 'Your request was approved',
    rejected: 'Your request was not carried out',
    expired: 'Your request expired before it was approved',
    asked: 'A colleague has a question about your request',
  },
  kyc: {
    approved: 'A customer was verified',
    rejected: 'A customer’s verification was rejected',
    expired: 'A customer’s verification expired',
    information_required: 'A customer’s verification needs more information',
    incomplete: 'A customer’s verification needs more information',
  },
  webhook: {
    DISABLED: 'Your webhook endpoint is disabled',
    PAUSED: 'Your webhook endpoint was paused',
    failing: 'Your webhook endpoint keeps failing',
    deleted: 'Your webhook endpoint was deleted',
  },
  liquidity: {
    accepted: 'A reserve waits for its fee',
    exhausted: 'A reserve is used up',
    ending: 'A reserve ends within 24 hours',
    overdue: 'A repayment is overdue',
    failed: 'A drawing failed',
  },
  limits: {
    threshold_80: '80% of today’s limit is used',
    threshold_95: '95% of today’s limit is used',
    exceeded: 'A transfer was refused: it would exceed today’s limit',
  },
  security: {
    'api_key.issued': 'A new API key was created',
    'api_key.rotated': 'An API key was rotated',
    'api_key.changed': 'An API key was changed',
    'api_key.revoked': 'An API key was revoked',
    'api_key.ending': 'An API key expires within 30 days',
    'member.invited': 'A new member was invited',
    'member.role_changed': 'A member’s role changed',
    'member.recovered': 'A member recovered access with a recovery code',
    'member.removed': 'A member was removed',
    'member.passkey_removed': 'A passkey was removed',
  },
  export: { ready: 'Your export is ready', failed: 'Your export could not be written' },
}

/** Of several endpoints: which one. */
function namedEndpoint(what: string, endpoint: string): string | undefined {
  if (what === 'DISABLED') return `Your webhook endpoint at ${endpoint} is disabled`
  if (what === 'PAUSED') return `Your webhook endpoint at ${endpoint} was paused`
  if (what === 'failing') return `Your webhook endpoint at ${endpoint} keeps failing`
  return what === 'deleted' ? `Your webhook endpoint at ${endpoint} was deleted` : undefined
}

/** One sentence about a notice, with its amount where it has one. */
export function sentenceOf(kind: KindName, facts: Facts): string {
  const what = textOf(facts['what'])
  if (kind === 'transfer_failed') {
    if (what === 'refund_failed')
      return withAmount(facts, 'A refund failed', (amount) => `A refund of ${amount} failed`)
    if (what === 'undeliverable')
      return withAmount(
        facts,
        'A transfer could not be delivered',
        (amount) => `A transfer of ${amount} could not be delivered`,
      )
    return withAmount(facts, 'A transfer failed', (amount) => `A transfer of ${amount} failed`)
  }
  if (kind === 'transfer_review')
    return withAmount(
      facts,
      'A transfer is in review',
      (amount) => `A transfer of ${amount} is in review`,
    )
  if (kind === 'deposit_held')
    return withAmount(facts, 'A deposit is held', (amount) => `A deposit of ${amount} is held`)
  if (kind === 'question')
    return what === 'answered' ? 'A question was answered' : 'We have a question for you'
  if (kind === 'webhook' && typeof facts['endpoint'] === 'string') {
    const named = namedEndpoint(textOf(facts['status']) || what, facts['endpoint'])
    if (named !== undefined) return named
  }
  const found = sentences[kind]?.[kind === 'webhook' ? textOf(facts['status']) || what : what]
  return found ?? kinds[kind].label
}

/** Of several that are one line. */
export function burstSentence(kind: KindName, count: number, newest: Facts): string {
  const { many } = kinds[kind]
  return count > 1 && many ? many(count.toLocaleString('en-GB')) : sentenceOf(kind, newest)
}

/**
 * The same for a mail, which others may read on the way and on locked screens: what happened and how
 * often; no amount, no name, no reference.
 */
export function mailSentence(kind: KindName, count: number, newest: Facts): string {
  const { amount: _, currency: __, endpoint: ___, ...rest } = newest
  return burstSentence(kind, count, rest)
}
