import { type AccountKey, type AccountKind, fail, ok } from '@corridor/domain'
import { type Selectable } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import { now, type Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { recordAudit } from '../audit/audit.ts'
import { operatorActor, type OperatorPerson } from '../audit/operators.ts'
import { postGroup } from './service.ts'

type ProposalRow = Selectable<DB['ledger_proposal']>

/** The step of what two people booked by hand; the bank check takes it as reported by the bank. */
export const treasuryStep = 'treasury_move'

export type NewProposal = {
  id: string
  partnerId: string
  debit: AccountKey
  credit: AccountKey
  /** Minor units. */
  amount: bigint
  reason: string
  by: OperatorPerson
}

/** Keeps what one person wants to book; nothing is booked. */
export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<ProposalRow> {
  const { id, partnerId, debit, credit, amount, reason, by } = proposal
  const row = await tx
    .insertInto('ledger_proposal')
    .values({
      id,
      partner_id: partnerId,
      debit_kind: debit.kind,
      debit_owner: debit.owner,
      credit_kind: credit.kind,
      credit_owner: credit.owner,
      asset: debit.asset,
      scale: debit.scale,
      amount,
      reason,
      proposed_by: by.name,
      proposed_person: by.id,
      proposed_at: serviceNow,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, row, 'ledger.propose', by)
  return row
}

/** What waits for a second person, the oldest first. */
export const listProposals = (tx: Tx): Promise<ProposalRow[]> =>
  tx
    .selectFrom('ledger_proposal')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .orderBy('proposed_at')
    .execute()

/** Proposals of earlier releases name their person alone. */
const samePerson = (first: string, other: string) =>
  first.trim().toLowerCase() === other.trim().toLowerCase()

/** Books a proposal once, when another person confirms it who has been there long enough. */
export async function confirmProposal(tx: Tx, { id, by }: { id: string; by: OperatorPerson }) {
  const held = await tx
    .selectFrom('ledger_proposal')
    .selectAll()
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return fail('UNKNOWN')
  if (held.proposed_person === by.id || samePerson(held.proposed_by, by.name))
    return fail('SAME_PERSON')
  if (by.confirms_from > (await now(tx))) return fail('TOO_NEW')
  const row = await tx
    .updateTable('ledger_proposal')
    .set({ confirmed_by: by.name, confirmed_person: by.id, confirmed_at: serviceNow })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { asset, scale } = row
  const account = (kind: string, owner: string): AccountKey => ({
    kind: kind as AccountKind,
    asset,
    scale,
    owner,
  })
  await postGroup(tx, {
    partnerId: row.partner_id,
    transferId: row.id,
    step: treasuryStep,
    legs: [
      {
        code: treasuryStep,
        debit: account(row.debit_kind, row.debit_owner),
        credit: account(row.credit_kind, row.credit_owner),
        amount: row.amount,
      },
    ],
  })
  await audit(tx, row, 'ledger.confirm', by)
  return ok(row)
}

const audit = (tx: Tx, row: ProposalRow, action: string, by: OperatorPerson) =>
  recordAudit(
    tx,
    { partnerId: row.partner_id, actor: operatorActor(by), requestId: '' },
    {
      action,
      object: { kind: 'ledger_proposal', id: row.id },
      after: {
        debit: `${row.debit_kind}:${row.debit_owner}`,
        credit: `${row.credit_kind}:${row.credit_owner}`,
        asset: row.asset,
        amount: String(row.amount),
      },
      reason: row.reason,
    },
  )
