import { createHash } from 'node:crypto'
import { fail, formatId, ok, executionId, parseExecutionId, type Result } from '@corridor/domain'
import type { SignerFailure, UnacknowledgedActivity } from '@corridor/signer'
import type { Caller, Actor } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { undoneIfRefused } from '../../../db/undone.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { Deps } from '../../../ports/deps.ts'
import { endedBy, endQuote } from '../../../records/transfers/quotes/quote-end.ts'
import { releaseWalletQuote } from '../../../records/transfers/quotes/quote-end-store.ts'
import { takeOver } from '../../../records/transfers/lookup.ts'
import * as store from '../../../records/transfers/store.ts'
import { recordMove } from '../../../records/transfers/transition.ts'
import { startSigned } from '../../../records/transfers/change-store.ts'
import { insertSignedTransaction } from '../../../records/transfers/wallet-store.ts'
import { walletIdOf } from '../../../records/transfers/steps/claim-store.ts'
import { startSignedSteps } from '../../../records/transfers/steps/quoted.ts'
import {
  countDaily,
  countDailyOrUndo,
  dailyLimitReached,
  fitsDay,
} from '../../../records/transfers/daily-limit.ts'
import { isPaused, pausedCode } from '../../../records/transfers/pausing.ts'
import { readParties, type TransferParties } from '../payouts/parties-store.ts'
import { checkKnown } from '../payouts/party-screening.ts'
import { listed, walletContext } from '../quotes/wallet-screening.ts'
import { policyDetails } from '../../wallets/base/signer-failures.ts'
import { recordTransactionEvent } from './wallet-event.ts'
import type { TransferRow, LockedTransfer } from '../../../db/schema/rows.ts'

export type Signed = { executionId: string; payloadSignature: string; signatureType: string }
export type SubmitFailure = Failure<
  | 'TRANSFER_NOT_FOUND'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_SUPERSEDED'
  | 'POLICY_BLOCKED'
  | 'SIGNATURE_INVALID'
  | 'SIGNATURE_TYPE_INVALID'
  | 'SESSION_EXPIRED'
  | 'EXECUTION_ALREADY_EXECUTED'
  | 'CORRIDOR_UNAVAILABLE'
  | 'LIMIT_DAILY'
>
/** The signer's answer, or the execution that the same stamp started before. */
export type PreparedSubmit =
  | { kind: 'replay'; transferId: string }
  | {
      kind: 'signed'
      transferId: string
      walletId: string | null
      signed: SignedTransaction
    }
export type SignedTransaction = {
  signedTransaction: string
  transactionHash: string
  stampHash: Buffer
}

/** A quote as it is, and what could be in its way. */
type Found = {
  transfer: LockedTransfer
  walletId: string | null
  parties: TransferParties
  paused: boolean
  fits: boolean
}

export const stampHashOf = (stamp: string) => createHash('sha256').update(stamp).digest()

/** Starts quoted transfers once their owner has signed the quoted payload. */
export function createSubmission(deps: Deps) {
  return { prepare, record, recordExecuted }

  /** Has the signer check the stamp over the stored payload and sign; idempotent by activity. */
  async function prepare(
    input: Signed,
    caller: Caller,
  ): Promise<Result<PreparedSubmit, SubmitFailure>> {
    const parsed = parseExecutionId(input.executionId)
    const found = parsed && (await lookUp(caller, parsed.id))
    if (!found || found.transfer.kind !== parsed.kind) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const { transfer } = found
    const stampHash = stampHashOf(input.payloadSignature)
    if (transfer.stamp_hash?.equals(stampHash))
      return ok({ kind: 'replay', transferId: transfer.id })
    const refused = refusalOf(transfer)
    if (refused) return refused
    if (transfer.activity_id === null) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const stopped = await stopOf(caller, found)
    if (stopped) return stopped

    const executed = await deps.signer.execute({
      activityId: transfer.activity_id,
      entityId: formatId('ent', transfer.from_entity_id),
      stamp: input.payloadSignature,
      signatureType: input.signatureType,
    })
    if (!executed.ok) return refuseStamp(caller, transfer, executed.failure)
    const signed = { ...(executed.value.result as Omit<SignedTransaction, 'stampHash'>), stampHash }
    await deps.faults.reach('submit', 'after_effect')
    return ok({ kind: 'signed', transferId: transfer.id, walletId: found.walletId, signed })
  }

  function lookUp({ partnerId }: Caller, id: string): Promise<Found | undefined> {
    return deps.db.reading(partnerId, async (tx) => {
      const { transfer, paused, walletId } = await sendTogether({
        transfer: store.findRow(tx, partnerId, id),
        paused: isPaused(tx, partnerId, id),
        walletId: walletIdOf(tx, { partnerId, transferId: id }),
      })
      if (!transfer) return undefined
      const known = { parties: readParties(tx, transfer), fits: fitsDay(tx, transfer) }
      return { transfer, walletId, paused, ...(await sendTogether(known)) }
    })
  }

  /** What has come up since the quote: nothing is signed, and the quote stays as it is. */
  async function stopOf(caller: Caller, { transfer, parties, paused, fits }: Found) {
    const context = walletContext(caller.partnerId, transfer.transaction_id)
    const checked = await checkKnown(deps, context, parties)
    if (checked.outcome === 'HIT') return listed(['executionId'])
    if (checked.outcome === 'CLEAR') await deps.db.groupCommit(checked.write)
    if (paused) {
      const text = 'The verification of a customer is paused.'
      return fail({
        code: 'POLICY_BLOCKED' as const,
        details: [detail('executionId', pausedCode, text)],
      })
    }
    if (checked.outcome === 'UNAVAILABLE') return fail({ code: 'CORRIDOR_UNAVAILABLE' as const })
    return fits ? undefined : dailyLimitReached('executionId')
  }

  /** Turns the signer's refusal into ours; one that ended the activity ends the quote. */
  async function refuseStamp(caller: Caller, transfer: TransferRow, refusal: SignerFailure) {
    if (refusal.activityEnded)
      await deps.db.withPartner(caller.partnerId, (tx) =>
        endQuote(tx, caller, transfer.id, endedBy(endings[refusal.code] ?? 'SIGNATURE_ATTEMPTS')),
      )
    if (refusal.activityEnded) deps.wake.notify('events')
    const reason = refusal.reason ?? refusal.code
    switch (refusal.code) {
      case 'SIGNATURE_TYPE_INVALID':
        return fail({
          code: 'SIGNATURE_TYPE_INVALID',
          details: [
            detail('signatureType', reason, 'Use WebAuthn or ApiKey, as the stamp is.', {
              allowed: ['WebAuthn', 'ApiKey'],
            }),
          ],
        })
      case 'POLICY_BLOCKED':
        return fail({ code: 'POLICY_BLOCKED', details: policyDetails('payloadSignature', refusal) })
      case 'SESSION_EXPIRED':
        return fail({ code: 'SESSION_EXPIRED' })
      case 'ACTIVITY_EXPIRED':
        return fail({ code: 'QUOTE_EXPIRED' })
      case 'ACTIVITY_ALREADY_SUBMITTED':
        return alreadyExecuted(transfer)
      default:
        return fail({
          code: 'SIGNATURE_INVALID',
          details: [
            detail('payloadSignature', reason, 'The signature does not fit the quoted payload.'),
          ],
        })
    }
  }

  /** QUOTED becomes PROCESSING with its signed bytes, event and job, in one transaction. */
  async function record(
    tx: Tx,
    caller: Pick<Caller, 'partnerId' | 'actor' | 'requestId'>,
    prepared: PreparedSubmit,
  ) {
    const transfer = await takeOver(tx, caller.partnerId, prepared.transferId)
    if (!transfer) return fail({ code: 'TRANSFER_NOT_FOUND' })
    if (prepared.kind === 'replay') return ok({ transfer, replayed: true })
    const { signed, walletId } = prepared
    if (transfer.stamp_hash?.equals(signed.stampHash)) return ok({ transfer, replayed: true })
    const refused = refusalOf(transfer)
    if (refused) return refused
    const { started, counted } = await sendTogether({
      started: start(tx, caller, { ...transfer, walletId }, signed),
      // Last, because others of the partner may wait for it; too little left undoes what came before.
      counted: countDailyOrUndo(tx, transfer),
    })
    return counted.ok ? ok({ transfer: started, replayed: false }) : counted
  }

  async function start(
    tx: Tx,
    caller: Pick<Caller, 'partnerId' | 'actor' | 'requestId'>,
    { walletId, ...transfer }: LockedTransfer & { walletId: string | null },
    signed: SignedTransaction,
  ): Promise<TransferRow> {
    const { partner_id: partnerId, id: transferId } = transfer
    const hash = signed.transactionHash.toLowerCase()
    const changes = {
      status: 'PROCESSING' as const,
      event_status: 'approved',
      stamp_hash: signed.stampHash,
      transaction_hash: hash,
      started_at: transfer.read_at,
    }
    // The row is locked, so what it becomes is known before the database answers.
    const started = { ...transfer, ...changes, version: transfer.version + 1 }
    const [row] = await Promise.all([
      startSigned(tx, transfer, changes),
      recordMove(tx, caller, transfer, started, { action: 'transfer.submit' }),
      recordTransactionEvent(
        tx,
        { transfer: { ...transfer, status: 'PROCESSING' }, walletId, hash },
        'SIGNED',
      ),
      startSignedSteps(tx, transfer, transfer.activity_id ?? ''),
      insertSignedTransaction(tx, {
        chain_id: transfer.chain_id ?? '',
        hash,
        sender: (transfer.wallet_address ?? '').toLowerCase(),
        nonce: transfer.nonce ?? 0,
        raw: signed.signedTransaction,
        partner_id: partnerId,
        transfer_id: transferId,
        created_at: transfer.read_at,
      }),
      releaseWalletQuote(tx, transfer),
      store.touchAccounts(tx, transfer),
      deps.jobs.queueTransfer(tx, { partnerId, transferId }),
    ])
    await deps.faults.reach('submit', 'before_commit')
    return row
  }

  /** Continues a submit that a crash cut off between the signer's commit and ours. */
  async function recordExecuted(tx: Tx, partnerId: string, executed: UnacknowledgedActivity) {
    const transferId = await store.findByActivity(tx, partnerId, executed.activityId)
    const quote = transferId && (await store.lockTransfer(tx, partnerId, transferId))
    // The caller was never notified of a start; once the quote reads as expired, it stays expired.
    if (!quote || refusalOf(quote)) return undefined
    // Nothing was sent yet: where too little is left it ends as a refused submit does, uncounted.
    if (!(await undoneIfRefused<undefined, unknown>(tx, () => countDaily(tx, quote))).ok)
      return undefined
    const actor: Actor = { type: 'scheduler', id: 'reconciler' }
    const signed = {
      ...(executed.result as Omit<SignedTransaction, 'stampHash'>),
      stampHash: stampHashOf(executed.stamp),
    }
    const walletId = await walletIdOf(tx, { partnerId, transferId: quote.id })
    await start(tx, { partnerId, actor, requestId: '' }, { ...quote, walletId }, signed)
    return { partnerId, transferId: quote.id }
  }
}

/** Why a quote has ended, where it was not by bad signatures. */
const endings: Partial<Record<SignerFailure['code'], string>> = {
  ACTIVITY_EXPIRED: 'ACTIVITY_EXPIRED',
  POLICY_BLOCKED: 'POLICY_BLOCKED',
}

/** Why a quote cannot be executed any more, judged by the database's clock. */
function refusalOf(
  transfer: TransferRow & { read_at: Date },
): { ok: false; failure: SubmitFailure } | undefined {
  if (transfer.status === 'EXPIRED')
    return fail({
      code: transfer.closed_by === 'QUOTE_SUPERSEDED' ? 'QUOTE_SUPERSEDED' : 'QUOTE_EXPIRED',
    })
  if (transfer.status !== 'QUOTED') return alreadyExecuted(transfer)
  return transfer.read_at >= transfer.valid_until ? fail({ code: 'QUOTE_EXPIRED' }) : undefined
}

const alreadyExecuted = (transfer: TransferRow) =>
  fail({
    code: 'EXECUTION_ALREADY_EXECUTED' as const,
    details: [
      detail(
        'executionId',
        'EXECUTION_ALREADY_EXECUTED',
        'This quote was executed with another signature.',
        {
          existingId: executionId(transfer),
        },
      ),
    ],
  })
