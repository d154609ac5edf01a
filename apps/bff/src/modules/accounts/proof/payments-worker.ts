import type { PayoutInstruction } from '@corridor/banks'
import {
  knownPostal,
  payeeAddress,
  postalAddress,
  type PostalMembers,
  proofLegs,
  railName,
  type TwoNames,
} from '@corridor/domain'
import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { NextPass } from '../../../engine/loop.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { endProof, lockProof } from '../external/proof-store.ts'
import { openAccount } from '../external/secrets.ts'
import { lockAccount } from '../external/store.ts'
import { isLookedAt } from '../external/transition.ts'
import { microText, openAnswer } from './answers.ts'
import { stateAt } from './view.ts'
import { type DuePayment, findDuePayments, keepAnswer, keepUnasked, setPayment } from './store.ts'

type Parts = Pick<Deps, 'db' | 'bank' | 'jurisdictions' | 'kek' | 'payeeCheck' | 'wake' | 'log'>

const everyMs = 1_000
const batchMax = 20

/** Pays the small amounts by which accounts are proved, and books them when the bank has paid. */
export function proofPayments(deps: Parts): LoopJob {
  return leaderLoop({
    name: 'proof payments',
    everyMs,
    ...whileQuiet,
    wakeOn: ['sweep', 'bank'],
    run,
  })

  async function run(): Promise<NextPass> {
    const due = await deps.db.readingAll((tx) => findDuePayments(tx, batchMax))
    for (const payment of due) await payOne(payment)
    return due.length === 0 ? undefined : { againInMs: due.length === batchMax ? 0 : everyMs }
  }

  async function payOne(payment: DuePayment): Promise<void> {
    try {
      // The bank is asked before an order is sent again: the same reference is the same payment.
      const known = await deps.bank.payoutState(payment.id)
      const isUnknown = known.ok && known.value.status === 'UNKNOWN'
      if (known.ok && !isUnknown && payment.payee_outcome === null)
        await deps.db.asWorker((tx) => keepUnasked(tx, payment))
      if (isUnknown && !(await deps.db.asWorker((tx) => mayPay(tx, payment)))) return
      if (isUnknown && !(await isConfirmed(payment))) return
      const state = isUnknown ? await deps.bank.submitPayout(instructionOf(payment)) : known
      const status = state.ok ? state.value.status : 'UNKNOWN'
      await deps.db.asWorker((tx) => settle(tx, payment, status))
    } catch (error) {
      deps.log.error({ err: error, id: payment.id }, 'a proof payment could not be made')
      await deps.db.asWorker((tx) => settle(tx, payment, 'UNKNOWN'))
    }
  }

  /** Nothing is paid to an account that compliance looks at, nor for an attempt that is over. */
  async function mayPay(tx: Tx, payment: DuePayment): Promise<boolean> {
    const account = await lockAccount(tx, payment.partner_id, payment.account_id)
    const proof = await lockProof(tx, payment.partner_id, payment.proof_id)
    const isOpen = proof !== undefined && stateAt(proof, proof.read_at) === 'OPEN'
    if (account?.proof === 'CLAIMED' && isOpen && !(await isLookedAt(tx, account))) return true
    await refuse(tx, payment, 'NOT_PAID')
    return false
  }

  /** Nothing is paid into an account that its bank has in another name: only papers prove that one. */
  async function isConfirmed(payment: DuePayment): Promise<boolean> {
    const { beneficiary, countryCode } = instructionOf(payment)
    const { name, account } = beneficiary
    const { partner_id: partnerId } = payment
    const answer = await deps.payeeCheck.check({ partnerId, countryCode, account, name })
    return deps.db.asWorker(async (tx) => {
      await keepAnswer(tx, payment, { ...answer, asked: name })
      if (answer.outcome !== 'NO_MATCH') return true
      await refuse(tx, payment, 'NAME_MISMATCH')
      return false
    })
  }

  async function settle(tx: Tx, payment: DuePayment, status: string): Promise<void> {
    if (status === 'CONFIRMED') return book(tx, payment)
    if (status === 'REJECTED') return refuse(tx, payment, 'PAYMENT_REFUSED')
    const isTaken = status === 'PENDING' || payment.status === 'SUBMITTED'
    await setPayment(tx, payment, isTaken ? 'SUBMITTED' : 'CREATED')
  }

  async function book(tx: Tx, payment: DuePayment): Promise<void> {
    if (!(await setPayment(tx, payment, 'CONFIRMED'))) return
    const { partner_id: partnerId, id, currency: asset, scale, amount } = payment
    const legs = proofLegs({ asset, scale, amount, country: countryOf(payment) })
    await postGroup(tx, { partnerId, transferId: id, step: 'proof_payment', legs })
  }

  /** What does not arrive nobody reads: the attempt is over. */
  async function refuse(tx: Tx, payment: DuePayment, reason: string): Promise<void> {
    if (!(await setPayment(tx, payment, 'FAILED'))) return
    const proof = await lockProof(tx, payment.partner_id, payment.proof_id)
    if (proof?.status === 'OPEN') await endProof(tx, proof, 'refuse', reason)
    deps.wake.notify('events')
  }

  function instructionOf(payment: DuePayment): PayoutInstruction {
    const { partner_id, account_id, proof_id, sealed_answer, sealed_account } = payment
    const answer = openAnswer(deps.kek, { partner_id, id: proof_id }, sealed_answer)
    return {
      reference: payment.id,
      uetr: payment.uetr,
      countryCode: countryOf(payment),
      rail: '',
      currency: payment.currency,
      minor: payment.amount,
      scale: payment.scale,
      beneficiary: {
        name: railName(payment.holder as TwoNames),
        account: openAccount(deps.kek, { partner_id, id: account_id }, sealed_account),
        ...livingAt(payment),
      },
      remittance: microText(answer),
    }
  }

  function countryOf({ jurisdiction_id }: DuePayment): string {
    return deps.jurisdictions.byId(jurisdiction_id)?.countryCode ?? ''
  }
}

/** Where whoever is paid lives. */
function livingAt({ holder, ownership, permanent_address: customer }: DuePayment) {
  const { address: holderAddress } = holder as { address?: PostalMembers }
  const postal = knownPostal(payeeAddress({ ownership, holderAddress }, customer))
  return postal ? { address: postalAddress(postal) } : {}
}
