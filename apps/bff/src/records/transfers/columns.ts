/** Columns of a transfer that hold JSON. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'approval',
  'deposit_account',
  'failure',
  'forced_failure',
  'from_party',
  'maker',
  'metadata',
  'quote',
  'refund',
  'review',
  'to_party',
])
