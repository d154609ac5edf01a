import { hash } from 'node:crypto'
import { fail, ok } from '@corridor/domain'
import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { recordAudit } from './audit.ts'
import { operatorPartnerId } from './operator.ts'

/** A person who acts for the operator on the command line. */
export type OperatorPerson = Selectable<DB['operator_person']>

/** A third person confirms nothing until the first two have had this long to see that they are there. */
export const coolOffHours = 24
/** Four eyes begin with two people; whoever comes after them is let in by one of them. */
const founders = 2

// 256 random bits cannot be tried, so that a plain hash keeps them.
const hashOf = (token: string) => hash('sha256', token, 'buffer')

/** Who shows this token, unless they were removed. */
export const findOperator = (tx: Tx, token: string): Promise<OperatorPerson | undefined> =>
  tx
    .selectFrom('operator_person')
    .selectAll()
    .where('secret_hash', '=', hashOf(token))
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export type NewOperator = { id: string; name: string; token: string; by?: OperatorPerson }

/**
 * Lets a person in. The first two need nobody; each later one needs one of those who are there, and
 * confirms nothing for a day. A name is never used twice.
 */
export async function addOperator(tx: Tx, { id, name, token, by }: NewOperator) {
  await sql`lock table operator_person in share row exclusive mode`.execute(tx)
  const known = await tx.selectFrom('operator_person').select('name').execute()
  if (known.length >= founders && !by) return fail('NEEDS_OPERATOR')
  if (known.some((item) => item.name.toLowerCase() === name.toLowerCase()))
    return fail('NAME_TAKEN')
  const wait = known.length < founders ? 0 : coolOffHours
  const row = await tx
    .insertInto('operator_person')
    .values({
      id,
      name,
      secret_hash: hashOf(token),
      added_by: by?.id ?? null,
      added_at: serviceNow,
      confirms_from: sql<Date>`${serviceNow} + ${wait} * interval '1 hour'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, row, 'operator.add', by)
  return ok(row)
}

/** Ends what a person may do, at once; nobody else's right changes. */
export async function removeOperator(tx: Tx, { name, by }: { name: string; by: OperatorPerson }) {
  const row = await tx
    .updateTable('operator_person')
    .set({ removed_at: serviceNow })
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return fail('UNKNOWN')
  await audit(tx, row, 'operator.remove', by)
  return ok(row)
}

/** Everybody who ever acted, the first one first. */
export const listOperators = (tx: Tx): Promise<OperatorPerson[]> =>
  tx.selectFrom('operator_person').selectAll().orderBy('added_at').orderBy('id').execute()

/** How the audit log names a person of the operator. */
export const operatorActor = ({ name }: Pick<OperatorPerson, 'name'>) =>
  ({ type: 'service', id: `operator:${name}` }) as const

const audit = (tx: Tx, row: OperatorPerson, action: string, by?: OperatorPerson) =>
  recordAudit(
    tx,
    {
      partnerId: operatorPartnerId,
      actor: by ? operatorActor(by) : { type: 'service', id: 'operator' },
      requestId: '',
    },
    {
      action,
      object: { kind: 'operator_person', id: row.id },
      after: { name: row.name, confirmsFrom: row.confirms_from.toISOString() },
    },
  )
