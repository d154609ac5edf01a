import { referenceOf } from '../values/ids.ts'
import type { ReportedPayment, StatusIds } from '../port/payment-status.ts'

/** How the books find payments of files by what a bank calls them. */
export type PaymentLookup = {
  byReferences(references: readonly string[]): Promise<readonly ReportedPayment[]>
  /** By the references that are unique for all banks (UETR), where the books have them. */
  byUetrs?(uetrs: readonly string[]): Promise<ReadonlyMap<string, ReportedPayment>>
  /** Payments in a batch, or with '' in a whole file, by ids of ours. */
  inside(file: { messageId: string; batchId: string }): Promise<readonly ReportedPayment[]>
  /** Whether a payment file of ours is called so. */
  isOurFile(messageId: string): Promise<boolean>
}

/**
 * The payments that a bank means, in the same order; undefined where it is none of ours, where that is
 * not certain, or where the ids contradict each other.
 */
export async function findReported(
  named: readonly StatusIds[],
  lookup: PaymentLookup,
): Promise<(ReportedPayment | undefined)[]> {
  const references = [...new Set(named.flatMap(referencesOf))]
  const found = references.length > 0 ? await lookup.byReferences(references) : []
  const byReference = new Map(found.map((payment) => [payment.reference, payment]))
  const uetrs = [...new Set(named.map(({ uetr }) => uetr).filter((uetr) => uuidPattern.test(uetr)))]
  const byUetr = uetrs.length > 0 ? await lookup.byUetrs?.(uetrs) : undefined
  const once = createLookups(lookup)
  const payments: (ReportedPayment | undefined)[] = []
  for (const ids of named) payments.push(await findOne(ids))
  return payments

  async function findOne(ids: StatusIds): Promise<ReportedPayment | undefined> {
    const own = referencesOf(ids)
    const unique = byUetr?.get(ids.uetr)
    if (own.length === 0 && !unique) return choosePayment(ids, await insideOf(ids))
    const meant = own.flatMap((reference) => byReference.get(reference) ?? [])
    const [payment, ...others] = unique ? [unique, ...meant] : meant
    if (!payment || others.some(({ reference }) => reference !== payment.reference))
      return undefined
    // A bank may have ids of its own for file and batch; another file of ours is a contradiction.
    const isOther = !isSame(ids.messageId, payment.messageId)
    return isOther && (await once.isOurFile(ids.messageId)) ? undefined : payment
  }

  async function insideOf({ messageId, batchId }: StatusIds) {
    const isOurs = await once.isOurFile(messageId)
    if (batchId === '') return isOurs ? once.inside({ messageId, batchId }) : []
    const inBatch = await once.inside({ messageId: '', batchId })
    if (inBatch.length > 0)
      return isOurs ? inBatch.filter((payment) => isSame(messageId, payment.messageId)) : inBatch
    // Where the bank has a name of its own for the batch, the file's name is what is left.
    return isOurs ? once.inside({ messageId, batchId: '' }) : []
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Our references among the ids of a payment. */
const referencesOf = ({ endToEndId, instructionId }: StatusIds): string[] => [
  ...new Set([endToEndId, instructionId].map(referenceOf).filter((reference) => reference !== '')),
]

/** A report with many payments asks the same of the books for each. */
function createLookups(lookup: PaymentLookup) {
  const files = new Map<string, Promise<boolean>>()
  const insides = new Map<string, Promise<readonly ReportedPayment[]>>()
  return {
    isOurFile(messageId: string): Promise<boolean> {
      if (messageId === '') return Promise.resolve(false)
      const known = files.get(messageId) ?? lookup.isOurFile(messageId)
      files.set(messageId, known)
      return known
    },
    inside(file: { messageId: string; batchId: string }) {
      const key = JSON.stringify([file.messageId, file.batchId])
      const known = insides.get(key) ?? lookup.inside(file)
      insides.set(key, known)
      return known
    },
  }
}

/** Ids of ours are in capitals, whatever a bank makes of them. */
const isSame = (given: string, ours: string): boolean =>
  given === '' || given.toUpperCase() === ours.toUpperCase()

/** The only payment in a file or batch, or the only one of an amount. */
function choosePayment(
  { amount }: Pick<StatusIds, 'amount'>,
  inside: readonly ReportedPayment[],
): ReportedPayment | undefined {
  const meant = amount ? inside.filter((payment) => isOfAmount(amount, payment)) : inside
  return meant.length === 1 ? meant[0] : undefined
}

type Amount = NonNullable<StatusIds['amount']>

const isOfAmount = (amount: Amount, payment: ReportedPayment): boolean =>
  amount.currency === payment.currency && isEqual(amount, payment)

/** Whether the bank has the order with another amount than it was given. */
export const isChanged = (amount: Amount | undefined, payment: ReportedPayment): boolean =>
  amount !== undefined && amount.currency === payment.currency && !isEqual(amount, payment)

type Scaled = Pick<Amount, 'minor' | 'scale'>
const isEqual = (a: Scaled, b: Scaled): boolean =>
  a.minor * 10n ** BigInt(b.scale) === b.minor * 10n ** BigInt(a.scale)
