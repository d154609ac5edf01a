type Deprecation = {
  /** What to call instead. */
  successor: `/api/v1/${string}`
  /** Days: from when answers say so, and after which the operation is gone. */
  since: string
  sunset: string
}

const first = { since: '2026-01-01', sunset: '2027-12-31' } as const
const second = { since: '2026-11-21', sunset: '2027-11-21' } as const
const accounts = '/api/v1/xfer/accounts/external' as const
const payments = '/api/v1/xfer/utility/partner/payments' as const

/** Operations that are to go, by their ids: read by contract, document and dashboard. */
export const deprecations = {
  'accounts.listOfEntity': { successor: `${accounts}/entity/{entityId}`, ...first },
  'accounts.addOfEntity': { successor: `${accounts}/add`, ...first },
  'accounts.readOfEntity': { successor: `${accounts}/{accountId}`, ...first },
  'accounts.deleteOfEntity': { successor: `${accounts}/{accountId}`, ...first },
  'partners.prepaidBalance': { successor: `${payments}/balance`, ...second },
  'partners.prepaidDeposit': { successor: `${payments}/deposit`, ...second },
  'partners.read': { successor: '/api/v1/partner/me', ...second },
} as const satisfies Record<string, Deprecation>
