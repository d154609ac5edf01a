import type { StatusEffect } from '../port/bank.ts'

/**
 * What becomes of the statuses that banks give (external code lists of payment group and payment
 * transaction statuses of ISO 20022, as published in 2026). PART is not among them: what it means
 * depends on what the report says of each payment.
 */
const effects: Readonly<Record<string, StatusEffect>> = {
  ACCP: 'ACCEPTED',
  ACFC: 'ACCEPTED',
  ACPD: 'ACCEPTED',
  ACSP: 'ACCEPTED',
  ACTC: 'ACCEPTED',
  ACWC: 'ACCEPTED',
  // The payee's bank has it, and has not booked it yet.
  ACWP: 'ACCEPTED',
  ACCC: 'CONFIRMED',
  // Settled on our account: as good as the entry of the statement that says the same.
  ACSC: 'CONFIRMED',
  // The payee has taken the cash.
  CPUC: 'CONFIRMED',
  RJCT: 'REJECTED',
  CANC: 'CANCELED',
  PDNG: 'WAITING',
  RCVD: 'WAITING',
  // The payee's name fits, or is being compared.
  RCVC: 'WAITING',
  RVNC: 'WAITING',
  // The bank wants another signature, or our last, before it goes on.
  ACFW: 'ATTENTION',
  PATC: 'ATTENTION',
  RVCM: 'ATTENTION',
  RVMC: 'ATTENTION',
  RVNA: 'ATTENTION',
  RVNM: 'ATTENTION',
  // The money is neither with the payee nor here.
  BLCK: 'ATTENTION',
  // Of cheques and of requests to pay: nobody ordered one.
  ACIS: 'ATTENTION',
  PRES: 'ATTENTION',
}

/** What a status comes to; a code that no list has is for a person. */
export const effectOf = (status: string): StatusEffect => effects[status] ?? 'ATTENTION'
