import { randomUUID } from 'node:crypto'
import type { PaymentFile, PayoutInstruction } from '@corridor/banks'

/** An order to pay by file. */
export const order = (change: Partial<PayoutInstruction> = {}): PayoutInstruction => ({
  reference: randomUUID(),
  countryCode: 'ES',
  rail: 'SEPA_CREDIT',
  currency: 'EUR',
  minor: 12_345n,
  scale: 2,
  beneficiary: { name: 'Ada Okonkwo', account: { bankIban: 'ES9121000418450200051332' } },
  remittance: 'INV 7',
  ...change,
})

/** A file with a batch for the first payment and one for the others. */
export function fileOf(payments: readonly PayoutInstruction[]): PaymentFile {
  const references = payments.map(({ reference }) => reference)
  const messageId = randomUUID().replaceAll('-', '')
  const batches = [references.slice(0, 1), references.slice(1)]
    .filter((batch) => batch.length > 0)
    .map((batch, i) => ({ batchId: `${messageId}-${i + 1}`, references: batch }))
  const sum = payments.reduce((total, { minor }) => total + minor, 0n)
  return {
    messageId,
    name: `${messageId}.xml`,
    text: `<x>${references.join()}</x>`,
    payments: payments.length,
    controlSum: String(sum),
    batches,
  }
}
