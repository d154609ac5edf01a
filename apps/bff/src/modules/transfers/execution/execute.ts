import type { Execute, OrdinaryTransferAnswer } from '@corridor/contract'
import { depositWindowEnd, fail, ok, executionId, parseExecutionId } from '@corridor/domain'
import type { z } from 'zod'
import type { Awaited, Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { payinSystem } from '../../../records/transfers/arrival/bank-systems.ts'
import { approvalEvent, type ApprovalFacts } from '../../../records/transfers/approval-event.ts'
import { countDailyOrUndo } from '../../../records/transfers/daily-limit.ts'
import { limitFacts, recordLimitThresholds } from '../../../records/partners/limit-alerts.ts'
import { startSteps } from '../../../records/transfers/steps/quoted.ts'
import { quoteFacts, rateHoldFrom } from '../../../records/transfers/quote-facts.ts'
import { takeOver } from '../../../records/transfers/lookup.ts'
import * as store from '../../../records/transfers/store.ts'
import { takeQuote } from '../../../records/transfers/change-store.ts'
import { recordMove } from '../../../records/transfers/transition.ts'
import { checkCode, useCode as spendCode } from '../quotes/verification-code.ts'
import type { TransferRow, LockedTransfer } from '../../../db/schema/rows.ts'

export type ExecuteInput = z.output<typeof Execute>
export type ExecuteFailure = Failure<
  | 'TRANSFER_NOT_FOUND'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_SUPERSEDED'
  | 'EXECUTION_ALREADY_EXECUTED'
  | 'FIELD_REQUIRED'
  | 'ACKNOWLEDGEMENT_REQUIRED'
  | 'OTP_INVALID'
  | 'OTP_EXPIRED'
  | 'KYC_REQUIRED'
  | 'CORRIDOR_UNAVAILABLE'
  | 'LIMIT_DAILY'
>
type Refused = { ok: false; failure: ExecuteFailure }
type Answer = z.output<typeof OrdinaryTransferAnswer>['data']

/** Starts quoted ordinary transfers: nothing moves yet, the payer's money is waited for. */
export function createExecution(deps: Pick<Deps, 'db' | 'kek'>) {
  return { prepare, start }

  /** Tries the code where the quote asks for one: a wrong try counts, whatever becomes of the call. */
  async function prepare(input: ExecuteInput, { partnerId }: Caller) {
    const id = parseExecutionId(input.executionId)?.id
    const code = input.verificationCode
    if (!id || !code) return ok(undefined)
    return deps.db.withPartner(partnerId, async (tx) => {
      const row = await store.lockTransfer(tx, partnerId, id)
      // Whatever else is wrong with it is reported where it is executed.
      if (!row || refusalOf(row) || !quoteFacts(row).verificationRequired) return ok(undefined)
      if (missingOf(row, input).length > 0) return ok(undefined)
      return checkCode(tx, deps, row, code)
    })
  }

  async function start(tx: Tx, caller: Caller, input: ExecuteInput) {
    const id = parseExecutionId(input.executionId)?.id
    const held = id && (await takeOver(tx, caller.partnerId, id))
    if (!held || held.kind !== 'ordinary') return fail({ code: 'TRANSFER_NOT_FOUND' })
    const refused = refusalOf(held) ?? refuseMissing(missingOf(held, input))
    if (refused) return refused
    const { verificationRequired } = quoteFacts(held)
    const used =
      verificationRequired && (await spendCode(tx, deps, held, input.verificationCode ?? ''))
    if (used && !used.ok) return used
    return takeUp(tx, caller, held)
  }

  /**
   * The quote becomes a transfer. Whether it is still good is decided by the database's clock in the
   * very statement that takes it up; what belongs to it is sent together with it.
   */
  async function takeUp(tx: Tx, caller: Caller, held: LockedTransfer) {
    const at = held.read_at
    const { awaited } = caller
    const approval = awaited && approvalFacts(awaited)
    const until = awaited
      ? new Date(at.getTime() + awaited.expiresInMs)
      : depositWindowEnd(at, payinSystem(held))
    const changes = {
      status: approval ? ('AWAITING_APPROVAL' as const) : ('PENDING' as const),
      event_status: approval ? 'awaiting_approval' : 'awaiting_funds',
      started_at: at,
      deposit_until: until,
      // With approval it begins when that is given.
      ...(approval ? {} : { rate_hold_until: rateHoldFrom(held, at) }),
      maker: caller.actor,
      approval: approval ?? null,
    }
    const row = { ...held, ...changes, version: held.version + 1 }
    const { taken, limited, limits } = await sendTogether({
      taken: takeQuote(tx, { held, changes }),
      steps: startSteps(tx, held, { awaitsApproval: approval !== undefined, until }),
      move: recordMove(tx, caller, held, row, { action: 'transfer.submit' }),
      approval: approval && recordEvent(tx, approvalEvent(row, 'requested')),
      accounts: store.touchAccounts(tx, held),
      // Last, because others of the partner may wait for it.
      limited: countDailyOrUndo(tx, row),
      limits: limitFacts(tx, row.partner_id),
    })
    if (!taken) return fail({ code: 'QUOTE_EXPIRED' })
    if (!limited.ok) return limited
    await recordLimitThresholds(tx, row.partner_id, limits)
    return ok(row)
  }
}

/** What the policy decided when it was asked: the quote showed what it would have decided then. */
const approvalFacts = ({ rule, approvalsNeeded }: Awaited): ApprovalFacts => ({
  required: true,
  policyId: rule,
  approvalsNeeded,
  votes: [],
})

/** Whether the payer pays by bank or on a chain. */
export function sourceOf({ deposit_account }: TransferRow): 'BANK' | 'CHAIN' {
  const account = deposit_account as { depositWalletAddress?: string } | null
  return account?.depositWalletAddress === undefined ? 'BANK' : 'CHAIN'
}

/** Why a quote cannot be executed any more. */
function refusalOf(held: LockedTransfer): Refused | undefined {
  if (held.status === 'EXPIRED' && held.started_at === null) return endedFor(held.closed_by)
  if (held.status !== 'QUOTED')
    return fail({
      code: 'EXECUTION_ALREADY_EXECUTED',
      details: [
        detail('executionId', 'EXECUTION_ALREADY_EXECUTED', 'This quote was executed before.', {
          existingId: executionId(held),
        }),
      ],
    })
  return held.read_at >= held.valid_until ? fail({ code: 'QUOTE_EXPIRED' }) : undefined
}

/** A quote that was closed says why: by a newer one, an account, or a customer's verification. */
function endedFor(closedBy: string | null): Refused {
  if (closedBy === 'QUOTE_SUPERSEDED') return fail({ code: 'QUOTE_SUPERSEDED' })
  if (closedBy?.startsWith('KYC_')) return fail({ code: 'KYC_REQUIRED' })
  if (closedBy?.startsWith('ACCOUNT_')) return fail({ code: 'CORRIDOR_UNAVAILABLE' })
  return fail({ code: 'QUOTE_EXPIRED' })
}

type Missing = 'transferAcknowledgement' | 'counterPartyRiskAcknowledged' | 'verificationCode'

/** What the quote asks for and the call lacks. */
function missingOf(held: TransferRow, input: ExecuteInput): Missing[] {
  const { acknowledgement, risk, verificationRequired } = quoteFacts(held)
  const echoed = input.transferAcknowledgement?.trim()
  const isRead = echoed === acknowledgement.version || echoed === acknowledgement.text
  const isRiskTaken = input.counterPartyRiskAcknowledged === true
  return [
    ...(isRead ? [] : (['transferAcknowledgement'] as const)),
    ...(risk.acknowledgementRequired && !isRiskTaken
      ? (['counterPartyRiskAcknowledged'] as const)
      : []),
    ...(verificationRequired && !input.verificationCode ? (['verificationCode'] as const) : []),
  ]
}

const texts: Record<Missing, string> = {
  transferAcknowledgement: 'Give the text or the version of the quote’s acknowledgement back.',
  counterPartyRiskAcknowledged: 'The quote names a risk: say true to go on.',
  verificationCode: 'Give the code of six digits that was sent to the payer.',
}

function refuseMissing(missing: readonly Missing[]): Refused | undefined {
  const [first] = missing
  if (!first) return undefined
  const codeFor = (path: Missing) =>
    path === 'transferAcknowledgement' ? 'ACKNOWLEDGEMENT_REQUIRED' : 'FIELD_REQUIRED'
  return fail({
    code: codeFor(first),
    details: missing.map((path) => detail(path, codeFor(path), texts[path])),
  })
}

/** The answer of the operation: what the payer has to do now. */
export function executedBody(row: TransferRow): Answer {
  const isWaiting = row.status === 'AWAITING_APPROVAL'
  const message = isWaiting
    ? 'Somebody else has to approve this transfer.'
    : 'Send the money to the deposit account.'
  return {
    executionId: executionId(row),
    status: row.status,
    message,
    ...(isWaiting ? {} : { depositAccount: row.deposit_account as Answer['depositAccount'] }),
    nextAction: isWaiting ? 'AWAIT_APPROVAL' : 'SEND_FUNDS',
  }
}
