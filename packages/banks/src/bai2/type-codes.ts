import type { Evidence } from '../evidence/evidence.ts'

/**
 * The direction of a transaction by its type code: 100 to 399 are credits, 400 to 699 debits. Loans
 * (700) and codes of single banks (900) say neither.
 */
export function directionOf(code: string): Evidence['direction'] | '' {
  if (!/^\d{3}$/.test(code)) return ''
  const number = Number(code)
  if (number >= 100 && number < 400) return 'CREDIT'
  return number >= 400 && number < 700 ? 'DEBIT' : ''
}

/** Type codes of the uniform list (BAI, Cash Management Balance Reporting Specifications, version 2). */
const kinds: Readonly<Record<string, Evidence['kind']>> = {
  // Debit reversal, ACH reversal credit.
  252: 'REVERSAL',
  258: 'REVERSAL',
  // Check posted and returned, individual ACH return item, return item.
  255: 'RETURN',
  257: 'RETURN',
  266: 'RETURN',
  // Credit reversal, deposited item returned, individual ACH return item, ACH reversal debit, return item.
  552: 'REVERSAL',
  555: 'REVERSAL',
  557: 'REVERSAL',
  558: 'REVERSAL',
  566: 'REVERSAL',
  // Overdraft fee, return item fee, account analysis fee, miscellaneous fees.
  564: 'CHARGE',
  567: 'CHARGE',
  661: 'CHARGE',
  698: 'CHARGE',
}

export const kindOf = (code: string): Evidence['kind'] => kinds[code] ?? 'ENTRY'

/** A record of this code informs, and moves nothing. */
export const isInformation = (code: string): boolean => code === '890'
