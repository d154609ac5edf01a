import { fail, formatId, ok } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { batchedRead } from '../../db/batch.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import { limitFacts } from './limit-alerts.ts'
import { checkTerms, type PartnerTerms, partnerTerms } from './terms.ts'

/** Members of the terms that are set anew; the others stay. */
export type TermsChange = Partial<Record<keyof PartnerTerms, unknown>>

/** The terms of a partner, or nothing where there is none. */
export async function readTerms(tx: Tx, partnerId: string): Promise<PartnerTerms | undefined> {
  const row = await tx
    .selectFrom('partner')
    .select('settings')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  return row && partnerTerms(row.settings)
}

/** What was agreed with a partner, as it is stored, and where it is. */
export const findSettings = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('partner')
    .select(['name', 'settings', 'environment'])
    .where('id', '=', partnerId)
    .executeTakeFirst()

/** The terms of a partner; those of the service where there is none. */
export const termsOf = batchedRead<string, PartnerTerms>(
  (partnerId) => partnerId,
  async (tx, partnerIds) => {
    const partners = await tx
      .selectFrom('partner')
      .select(['id', 'settings'])
      .where(sql<boolean>`id = any(${partnerIds}::uuid[])`)
      .execute()
    const settings = new Map(partners.map((partner) => [partner.id, partner.settings]))
    return partnerIds.map((id) => partnerTerms(settings.get(id)))
  },
)

/** Changes terms, for quotes from now on; the failure names the members that are out of bounds. */
export async function changeTerms(tx: Tx, by: AuditedBy, change: TermsChange) {
  const { partnerId } = by
  const held = await tx
    .selectFrom('partner')
    .select('settings')
    .where('id', '=', partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = (held.settings ?? {}) as Record<string, unknown>
  const settings = { ...before, ...merged(before, change) }
  const terms = checkTerms(settings)
  if (!terms.ok) return fail(terms.failure)
  await tx
    .updateTable('partner')
    .set({ settings: sql`${JSON.stringify(settings)}::jsonb` })
    .where('id', '=', partnerId)
    .execute()
  await publish(tx, by, { before: partnerTerms(before), after: terms.value, change })
  return ok(terms.value)
}

/** What is set per kind of corridor, or per level, is set for those that are named. */
function merged(before: Record<string, unknown>, change: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(change).map(([member, value]) => {
      if (typeof value !== 'object' || value === null) return [member, value]
      const old = (before[member] ?? {}) as Record<string, unknown>
      return [member, { ...old, ...merged(old, value as Record<string, unknown>) }]
    }),
  )
}

async function publish(
  tx: Tx,
  by: AuditedBy,
  { before, after, change }: { before: PartnerTerms; after: PartnerTerms; change: TermsChange },
): Promise<void> {
  const id = formatId('par', by.partnerId)
  const { limit, used } = await limitFacts(tx, by.partnerId)
  const moved = limits.filter(
    (member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  )
  if (moved.length > 0)
    await recordEvent(tx, {
      partnerId: by.partnerId,
      category: 'limits',
      type: 'updated',
      status: 'changed',
      object: { limit, used },
      changes: Object.fromEntries(
        moved.map((member) => [
          member,
          { from: before[member] ?? null, to: after[member] ?? null },
        ]),
      ),
      subject: { kind: 'partner', id, version: 1 },
    })
  await recordAudit(tx, by, {
    action: 'partner.terms',
    object: { kind: 'partner', id },
    before: pick(before, change),
    after: pick(after, change),
  })
}

/** The other terms are prices and rules of approval. */
const limits = [
  'txnLimit',
  'dailyLimit',
  'customerLimits',
  'refundCreditLimit',
  'liquidity',
] as const

const pick = (terms: PartnerTerms, change: TermsChange): Record<string, unknown> =>
  Object.fromEntries(Object.entries(terms).filter(([member]) => member in change))
