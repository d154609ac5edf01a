import type { Explanation } from '@corridor/contract'
import {
  exceededUsual,
  isUnderWay,
  executionId,
  fail,
  ok,
  parseExecutionId,
} from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../../api/request/caller.ts'
import type { Tx } from '../../../../db/open.ts'
import { membersById } from '../../../../records/approvals/history-store.ts'
import { ledgerOf } from '../../../../records/ledger/service.ts'
import { findTransfer, type TransferRecord } from '../../../../records/transfers/store.ts'
import { transferBody } from '../view.ts'
import { findHolds, readUsualWait } from './explanation-store.ts'
import type { Facts } from './facts.ts'
import { figuresOf } from './figures.ts'
import { happened } from './happened.ts'
import { cost, next, place } from './present.ts'
import { say, type Sentence, time } from './sentences.ts'

type Body = z.output<typeof Explanation>

/** A transfer in sentences, whose amounts are those of its ledger. */
export async function explainTransfer(
  tx: Tx,
  { partnerId }: Pick<Caller, 'partnerId'>,
  asked: string,
) {
  const parsed = parseExecutionId(asked)
  const row = parsed && (await findTransfer(tx, partnerId, parsed.id))
  if (!row || row.kind !== parsed.kind) return fail({ code: 'TRANSFER_NOT_FOUND' })
  const body = transferBody(row)
  // Money that goes back takes its own way.
  const isUsual = isUnderWay(body.status) && row.refund_of === null
  const [ledger, holds, members, usual] = await Promise.all([
    ledgerOf(tx, partnerId, row.id),
    findHolds(tx, row),
    membersById(tx, partnerId),
    isUsual ? readUsualWait(tx, row) : undefined,
  ])
  const names = new Map([...members].map(([id, { name }]) => [id, name]))
  const { started_at: startedAt, read_at: at } = row
  const exceededMs = usual && exceededUsual({ status: body.status, startedAt, at }, usual)
  const figures = figuresOf(ledger)
  const surplus = surplusOf(row)
  return ok(explanationOf({ row, body, figures, holds, names, surplus, exceededMs }))
}

function explanationOf(facts: Facts): Body {
  const { row, body } = facts
  const sentences = [...happened(facts), ...cost(facts), ...place(facts), ...next(facts)]
  const asOf = row.read_at.toISOString()
  const textOf = (all: readonly Sentence[]) => all.map(({ text }) => text).join(' ')
  const { text: stamp } = say('next', 'AS_OF', 'As of {at}.', { at: time(asOf) })
  const head = `Transfer ${body.transactionId} (${body.executionId}), ${body.status}.`
  return {
    executionId: executionId(row),
    status: body.status,
    asOf,
    sentences,
    supportText: `${head} ${textOf(sentences)} ${stamp}`,
    payerText: `${textOf(sentences.filter(({ forPayer }) => forPayer))} ${stamp}`,
  }
}

/** Each part of it is an execution of its own, whose ledger takes it from this one's account. */
const surplusOf = ({ refunds }: TransferRecord): bigint =>
  refunds
    .filter((refund) => refund.is_surplus)
    .reduce((total, refund) => total + BigInt(refund.amount), 0n)
