import type { Scope } from '@corridor/contract'

export type Kind = {
  label: string
  /** What it is about, for the page of settings. */
  text: string
  /** What a member must be allowed to read. */
  scope: Scope
  /** Sent by mail until the member chooses otherwise. */
  mails: boolean
  /** Both channels always: nobody may silence what an attacker would do first. */
  isFixed?: boolean
  /** Several within minutes are one line: one of it, and many. */
  many?: (count: string) => string
}

const kindsByName = {
  approval_asked: {
    label: 'Approvals asked of you',
    text: 'Somebody asks for something that needs your approval, or answers your question about it.',
    scope: 'partners:read',
    mails: true,
  },
  approval_decided: {
    label: 'Your requests decided',
    text: 'What you asked for was approved or rejected, its time ran out, or a colleague has a question.',
    scope: 'partners:read',
    mails: true,
  },
  transfer_failed: {
    label: 'Failed transfers',
    text: 'A transfer or a refund failed.',
    scope: 'transfers:read',
    mails: true,
    many: (count) => `${count} transfers failed`,
  },
  transfer_review: {
    label: 'Transfers in review',
    text: 'A transfer stopped for a review.',
    scope: 'transfers:read',
    mails: false,
    many: (count) => `${count} transfers are in review`,
  },
  deposit_held: {
    label: 'Held deposits',
    text: 'A deposit is held until someone on your team decides.',
    scope: 'transfers:read',
    mails: false,
    many: (count) => `${count} deposits are held`,
  },
  question: {
    label: 'Questions',
    text: 'We asked about a transfer or deposit, or an answer came in.',
    scope: 'transfers:read',
    mails: false,
    many: (count) => `${count} questions were asked or answered`,
  },
  kyc: {
    label: 'Verification',
    text: 'A customer was verified or rejected, or more is needed.',
    scope: 'kyc:read',
    mails: false,
    many: (count) => `Verification of ${count} customers changed`,
  },
  webhook: {
    label: 'Webhook endpoint',
    text: 'Your endpoint fails or is switched off.',
    scope: 'webhooks:read',
    mails: false,
  },
  liquidity: {
    label: 'Liquidity',
    text: 'A reserve is about to end or waits for its fee, or a repayment is overdue.',
    scope: 'liquidity:read',
    mails: false,
    many: (count) => `${count} reserves or drawings need attention`,
  },
  limits: {
    label: 'Limits',
    text: 'The daily limit is nearly used, or was reached.',
    scope: 'partners:read',
    mails: false,
  },
  security: {
    label: 'Security',
    text: 'API keys, members and how they sign in changed. Always on.',
    scope: 'partners:read',
    mails: true,
    isFixed: true,
  },
  export: {
    label: 'Exports',
    text: 'A file that you asked for is ready, or could not be written.',
    scope: 'transfers:read',
    mails: false,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kindsByName

export const kinds: Record<KindName, Kind> = kindsByName
export const kindNames = Object.keys(kindsByName) as KindName[]
