import {
  bankInSteps,
  chainInSteps,
  type StepStatus,
  walletSteps,
  statesWhere,
  stepStates,
} from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import { moment } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { listOf } from '../../../db/lists.ts'

/** One step as JSON out of the database: times are ISO texts. */
export type StepFacts = {
  name: string
  status: string
  started_at: string | null
  completed_at: string | null
  expected_by: string | null
  error: string
  attempt: number
  reference: string
}

/** The steps of a quote by its kind: a quote keeps none until it is executed. */
export const quotedSteps = ({ kind, direction }: Pick<TransferRow, 'kind' | 'direction'>) => {
  if (kind === 'wallet') return walletSteps
  return direction === 'OFF_RAMP' ? chainInSteps : bankInSteps
}

/** The steps of a transfer, those of a quote that was not executed included. */
export function stepsOf(row: TransferRow & { steps: StepFacts[] }): StepFacts[] {
  if (row.steps.length > 0) return row.steps
  const at = row.created_at.toISOString()
  const unbegun = { expected_by: null, error: '', reference: '' }
  return quotedSteps(row).map((name, ordinal) =>
    ordinal === 0
      ? { ...unbegun, name, status: 'completed', started_at: at, completed_at: at, attempt: 1 }
      : { ...unbegun, name, status: 'pending', started_at: null, completed_at: null, attempt: 0 },
  )
}

type Quoted = Pick<TransferRow, 'partner_id' | 'id' | 'kind' | 'direction' | 'created_at'>
type BegunStep = { status: StepStatus; attempt: number; until?: Date; reference?: string }
type Begun = { row: Quoted; steps: Readonly<Record<string, BegunStep>> }

/**
 * Writes the steps of a quote that is taken up, those that begin with it as they are named. A quote
 * of an earlier release has its steps already: they become the same.
 */
const behind = listOf(statesWhere(stepStates, ({ isBehind }) => isBehind))

const insertSteps = batchedCall<Begun, undefined>(async (tx, all) => {
  const given = all.flatMap(({ row, steps }) =>
    quotedSteps(row).map((name, ordinal) => {
      const { status, attempt, until, reference } = steps[name] ?? { status: 'pending', attempt: 0 }
      return {
        partner_id: row.partner_id,
        transfer_id: row.id,
        ordinal,
        name,
        status: ordinal === 0 ? 'completed' : status,
        quoted_at: ordinal === 0 ? row.created_at : null,
        attempt: ordinal === 0 ? 1 : attempt,
        expected_by: until ?? null,
        reference: reference ?? '',
      }
    }),
  )
  await sql`
    with ${moment}
    insert into transfer_step as s (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, expected_by, attempt, reference)
    select g.partner_id, g.transfer_id, g.ordinal, g.name, g.status,
      case when g.status <> 'pending' then coalesce(g.quoted_at, moment.at) end,
      case when g.status in ${behind} then coalesce(g.quoted_at, moment.at) end,
      g.expected_by, g.attempt, g.reference
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner_id uuid,
      transfer_id uuid, ordinal int, name text, status text, quoted_at timestamptz, attempt int,
      expected_by timestamptz, reference text), moment
    on conflict (partner_id, transfer_id, name) do update set status = excluded.status,
      started_at = excluded.started_at, completed_at = excluded.completed_at,
      expected_by = excluded.expected_by, attempt = excluded.attempt,
      reference = excluded.reference
      where s.status = 'pending'`.execute(tx)
  return all.map(() => undefined)
})

/** An ordinary quote was taken up: whether approval is needed, and what is waited for. */
export const startSteps = (
  tx: Tx,
  row: Quoted,
  { awaitsApproval, until }: { awaitsApproval: boolean; until: Date },
) => {
  const waiting = { status: 'waiting', attempt: 1, until } as const
  const steps: Begun['steps'] = awaitsApproval
    ? { approval: waiting }
    : {
        approval: { status: 'skipped', attempt: 1 },
        deposit_received: waiting,
        deposit_detected: waiting,
      }
  return insertSteps(tx, { row, steps })
}

/** The signature of a quote between wallets is verified, and the first step of the worker is due. */
export const startSignedSteps = (tx: Tx, row: Quoted, reference: string) =>
  insertSteps(tx, {
    row,
    steps: {
      signature_verified: { status: 'completed', attempt: 1, reference },
      gas_funded: { status: 'in_progress', attempt: 0 },
    },
  })
