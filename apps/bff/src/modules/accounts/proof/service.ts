import { createHmac } from 'node:crypto'
import type { accounts, InputOf } from '@corridor/contract'
import { asHex, isSignedBy } from '@corridor/chains'
import {
  answersMax,
  customerName,
  fail,
  formatId,
  fromWire,
  microDepositsMax,
  ok,
  openSeconds,
  parseId,
  type Result,
  waysToProve,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, illegalTransition } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import type { CheckedFiles } from '../../../records/reviews/answer-files.ts'
import { findEntity } from '../../entities/store.ts'
import { ownershipReason, proveAccount } from '../external/claims.ts'
import { isLookedAt } from '../external/transition.ts'
import { nameMatchOf } from '../external/names.ts'
import {
  countAnswer,
  endProof,
  insertProof,
  listProofs,
  lockOpenProof,
  lockProof,
  type ProofRecord,
  type ProofRow,
  recentProofs,
  type StartableProof,
} from '../external/proof-store.ts'
import { findAccount, lockAccount } from '../external/store.ts'
import { isAnswer, makeAnswer, openAnswer, sealAnswer } from './answers.ts'
import { type Beginning, createBeginning } from './beginning.ts'
import { ended, type ProofFailure, refused } from './failures.ts'
import * as store from './store.ts'
import { factsOf, stateAt } from './view.ts'

type StartInput = InputOf<typeof accounts.startProof>['body']
type AnswerInput = InputOf<typeof accounts.completeProof>['body']
/** The page has the amount as a text, whose digits are exactly what was entered. */
export type Answer = Omit<AnswerInput, 'amount'> & { amount?: number | string | undefined }
/** With what the wallet answered, which the same attempt and the same signature always get. */
type Asked = Answer & { isSigned: boolean }
type Judged = Result<Asked, ProofFailure>
type Named = { accountId: string; proofId: string }
/** What the customer's page shows. */
export type ShownProof = {
  proof: ProofRecord
  account: ExternalAccountRow
  customer: string
  partnerName: string
}

export type ProofService = ReturnType<typeof createProofService>

/** Attempts to prove that accounts are their customers' own (people.md 2.7). */
export function createProofService(deps: Deps) {
  const key = deps.kek.derive('account-proof/v1')
  const hashOf = (token: string) => createHmac('sha256', key).update(token).digest()
  const beginning = createBeginning(deps)
  return { start, judge, complete, link, list, showPage, answerPage }

  async function start(
    tx: Tx,
    caller: Caller,
    { accountId, method }: { accountId: string } & StartInput,
    { files, issues }: CheckedFiles,
  ) {
    const found = await provable(tx, caller.partnerId, accountId, method)
    if (!found.ok) return found
    const account = found.value
    if (method === 'DOCUMENT' && files.length + issues.length === 0)
      return refused('FIELD_REQUIRED', 'documents', 'Send papers that show whose the account is.')
    if (issues.length > 0) return fail({ code: 'FIELD_INVALID' as const, details: issues })
    const at = await now(tx)
    const open = await lockOpenProof(tx, account, method)
    if (open && stateAt(open, at) === 'OPEN') return ok({ row: open, isNew: false })
    if (open) await endProof(tx, open, 'expire')
    const began = await begin(tx, caller, account, { method, files, at })
    if (!began.ok) return began
    await recordAudit(tx, caller, {
      action: 'external_account.start_proof',
      object: { kind: 'external_account', id: accountId },
      after: { proofId: formatId('prf', began.value.id), method },
    })
    return ok({ row: began.value, isNew: true })
  }

  async function begin(tx: Tx, caller: Caller, account: ExternalAccountRow, of: Beginning) {
    const { method, at } = of
    const id = deps.ids.uuid()
    const place = { partner_id: account.partner_id, id }
    const answer =
      method === 'MICRO_DEPOSIT' ? makeAnswer((bytes) => deps.random(bytes)) : undefined
    if (answer && (await recentProofs(tx, account, method)) >= microDepositsMax)
      return ended(`An account gets at most ${microDepositsMax} small payments in 30 days.`)
    const facts = await beginning.factsFor(tx, account, id, of)
    if (!facts.ok) return facts
    const row = await insertProof(
      tx,
      {
        ...place,
        account_id: account.id,
        method,
        facts: JSON.stringify(facts.value),
        sealed_answer: answer ? sealAnswer(deps.kek, place, answer) : null,
        answers_left: method === 'MICRO_DEPOSIT' || method === 'WALLET_SIGNATURE' ? answersMax : 0,
      },
      openSeconds[method],
    )
    if (!row) return ended('Another attempt of this way began at the same moment.')
    if (answer) await beginning.orderPayment(tx, account, row, BigInt(answer.amount))
    if (method === 'DOCUMENT') await beginning.sendPapers(tx, caller, account, of)
    return ok({ ...row, created_at: at })
  }

  /**
   * Looks at an answer in a transaction of its own, because a wrong one counts although it is refused.
   * Changes nothing where it is right; the value is for `complete`.
   */
  async function judge(by: AuditedBy, named: Named, sent: Answer): Promise<Judged> {
    const asked = await askWallet(by, named, sent)
    if (!asked.ok) return asked
    const answer = { ...sent, isSigned: asked.value }
    return deps.db.withPartner(by.partnerId, async (tx) => {
      const found = await openOf(tx, by.partnerId, named)
      return found.ok ? judgeOpen(tx, by, found.value, answer) : found
    })
  }

  /** Whether a wallet has signed: by its key, or as a contract says, which is asked outside of any transaction. */
  async function askWallet(by: AuditedBy, named: Named, { signature }: Answer) {
    if (signature === undefined) return ok(false)
    const found = await deps.db.withPartner(by.partnerId, (tx) => openOf(tx, by.partnerId, named))
    if (!found.ok) return found
    const { proof, account } = found.value
    const { walletAddress, chainId } = (account.wallet ?? {}) as Partial<Record<string, string>>
    const { message = '' } = factsOf(proof)
    if (proof.method !== 'WALLET_SIGNATURE' || walletAddress === undefined) return ok(false)
    if (await isSignedBy(walletAddress, { message, signature })) return ok(true)
    const adapter = deps.chains.get(chainId ?? '')?.adapter
    const signed = await adapter?.isSignedByContract(asHex(walletAddress), { message, signature })
    if (signed?.ok === false) return fail(notAsked)
    return ok(signed?.value ?? false)
  }

  async function judgeOpen(
    tx: Tx,
    by: AuditedBy,
    { proof, account }: { proof: ProofRecord; account: ExternalAccountRow },
    answer: Asked,
  ): Promise<Judged> {
    const issue = wrongIn(proof, account, answer)
    if (issue === undefined) return ok(answer)
    if (!issue.isCounted) return fail(issue.failure)
    const { answers_left: left } = await countAnswer(tx, proof)
    if (left > 0) return fail(issue.failure)
    await endProof(tx, proof, 'refuse', 'WRONG_ANSWERS')
    await recordAudit(tx, by, {
      action: 'external_account.end_proof',
      object: { kind: 'external_account', id: formatId('acc', account.id) },
      after: { proofId: formatId('prf', proof.id), reason: 'WRONG_ANSWERS' },
    })
    return fail(issue.failure)
  }

  type Issue = { failure: ProofFailure; isCounted: boolean }

  function wrongIn(
    proof: ProofRow,
    account: ExternalAccountRow,
    { amount, statementCode: code, signature, isSigned }: Asked,
  ): Issue | undefined {
    if (proof.method === 'MICRO_DEPOSIT' && proof.sealed_answer !== null) {
      if (amount === undefined || code === undefined)
        return {
          failure: missing([
            ['amount', amount],
            ['statementCode', code],
          ]),
          isCounted: false,
        }
      const { currency = '', currencyScale = 2 } =
        deps.jurisdictions.byId(account.jurisdiction_id) ?? {}
      const minor = fromWire(amount, currency, currencyScale)
      const asked = openAnswer(deps.kek, proof, proof.sealed_answer)
      const isRight = minor.ok && isAnswer(asked, { minor: minor.value.minor, code })
      if (isRight) return undefined
      const text = 'Amount and code are not those of the payment.'
      return { failure: invalid('statementCode', text), isCounted: true }
    }
    if (proof.method === 'WALLET_SIGNATURE') {
      if (signature === undefined)
        return { failure: missing([['signature', signature]]), isCounted: false }
      if (isSigned) return undefined
      const text = 'The wallet has not signed this text.'
      const details = [detail('signature', 'SIGNATURE_INVALID', text)]
      return { failure: { code: 'SIGNATURE_INVALID', details }, isCounted: true }
    }
    return { failure: notAnswered(proof), isCounted: false }
  }

  /** Takes the answer that `judge` found right, and looks once more, under the lock. */
  async function complete(tx: Tx, by: AuditedBy, named: Named, answer: Asked) {
    const found = await openOf(tx, by.partnerId, named)
    if (!found.ok) return found
    return accept(tx, by, found.value, answer)
  }

  async function accept(
    tx: Tx,
    by: AuditedBy,
    { proof, account }: { proof: ProofRecord; account: ExternalAccountRow },
    answer: Asked,
  ) {
    const issue = wrongIn(proof, account, answer)
    if (issue) return fail(issue.failure)
    const row = await endProof(tx, proof, 'accept')
    await proveAccount(tx, by, account, proof.method)
    return ok(row)
  }

  async function link(tx: Tx, caller: Caller, named: Named) {
    const found = await openOf(tx, caller.partnerId, named)
    if (!found.ok) return found
    const { proof } = found.value
    if (proof.method === 'DOCUMENT' || proof.method === 'TEST_PAYMENT')
      return fail(notAnswered(proof))
    const token = `prove_${deps.ids.secret()}`
    const { token_until } = await store.setToken(tx, proof, hashOf(token))
    await recordAudit(tx, caller, {
      action: 'external_account.link_proof',
      object: { kind: 'external_account', id: named.accountId },
      after: { proofId: named.proofId },
    })
    return ok({
      linkUrl: `${deps.config.BASE_URL}/prove/${token}`,
      expiresAt: (token_until ?? proof.expires_at).toISOString(),
    })
  }

  async function list(tx: Tx, caller: Caller, accountId: string) {
    const id = parseId('acc', accountId)
    const account = id && (await findAccount(tx, caller.partnerId, id))
    if (!account) return fail({ code: 'ACCOUNT_NOT_FOUND' as const })
    return ok({ rows: await listProofs(tx, account), at: await now(tx) })
  }

  /** What the page of a token shows; nothing where no attempt has it, or its time is over. */
  function showPage(token: string): Promise<ShownProof | undefined> {
    return deps.db.asWorker(async (tx) => {
      const proof = await store.findByToken(tx, hashOf(token))
      if (!proof || proof.token_until === null || proof.read_at >= proof.token_until)
        return undefined
      const account = await findAccount(tx, proof.partner_id, proof.account_id)
      if (!account) return undefined
      const entity = await findEntity(tx, proof.partner_id, account.entity_id)
      const partnerName = await store.findPartnerName(tx, proof.partner_id)
      return { proof, account, customer: entity ? customerName(entity) : '', partnerName }
    })
  }

  /** What the customer answers on the page: as the partner's call, by the token alone. */
  async function answerPage(token: string, answer: Answer) {
    const shown = await showPage(token)
    if (!shown) return undefined
    const { proof, account } = shown
    const named = { accountId: formatId('acc', account.id), proofId: formatId('prf', proof.id) }
    const by = { partnerId: proof.partner_id, actor, requestId: '' }
    const judged = await judge(by, named, answer)
    if (!judged.ok) return judged
    const done = await deps.db.withPartner(proof.partner_id, (tx) =>
      complete(tx, by, named, judged.value),
    )
    deps.wake.notify('events')
    return done
  }

  /** The account, where it can be proved by this way. */
  async function provable(tx: Tx, partnerId: string, accountId: string, method: StartableProof) {
    const id = parseId('acc', accountId)
    const account = id && (await lockAccount(tx, partnerId, id))
    if (!account) return fail({ code: 'ACCOUNT_NOT_FOUND' as const })
    if (account.proof === null)
      return refused('ACCOUNT_TYPE_NOT_ALLOWED', 'accountId', 'It is a third party’s account.')
    if (account.proof === 'PROVED') return ended('The account is proved already.')
    if (account.proof === 'REFUSED')
      return ended('A reviewer has refused that it is the customer’s.')
    if (!isProvable(account) || (await isLookedAt(tx, account)))
      return ended(
        'Somebody looks at this account: nothing is paid to it, and it proves nothing now.',
      )
    const allowed = waysOf(account)
    if (allowed.includes(method)) return ok(account)
    const text = 'This account is not proved by this way.'
    return fail({
      code: 'ACCOUNT_TYPE_NOT_ALLOWED' as const,
      details: [detail('method', 'ACCOUNT_TYPE_NOT_ALLOWED', text, { allowed })],
    })
  }

  /** An attempt that is open, with its account; both locked, the account first as everywhere. */
  async function openOf(tx: Tx, partnerId: string, { accountId, proofId }: Named) {
    const accountUuid = parseId('acc', accountId)
    const account = accountUuid && (await lockAccount(tx, partnerId, accountUuid))
    if (!account) return fail({ code: 'ACCOUNT_NOT_FOUND' as const })
    const id = parseId('prf', proofId)
    const proof = id && (await lockProof(tx, partnerId, id))
    if (!proof || proof.account_id !== account.id)
      return refused('RECORD_NOT_FOUND', 'proofId', 'This account has no such attempt.')
    const state = stateAt(proof, proof.read_at)
    if (state !== 'OPEN') return ended(`The attempt is ${state}.`, state)
    const isStill = isProvable(account) && waysOf(account).includes(proof.method)
    return account.proof === 'CLAIMED' && isStill
      ? ok({ proof, account })
      : ended('Nothing is left to prove of this account.')
  }
}

/** Ways of proving an account; a small payment needs its whole number. */
const waysOf = (account: ExternalAccountRow): StartableProof[] =>
  waysToProve(account.kind, nameMatchOf(account)).filter(
    (way) => way !== 'MICRO_DEPOSIT' || account.sealed_account !== null,
  )

/** In use, or waiting for just this. */
const isProvable = ({ status, status_reason }: ExternalAccountRow): boolean =>
  status === 'ENABLED' || status_reason === ownershipReason

/** The customer, who has no account of ours, on the page. */
const actor = { type: 'provider', id: 'customer-page' } as const

const notAnswered = ({ method, status }: ProofRow): ProofFailure =>
  illegalTransition(`Nothing is answered to ${method}: it ends by itself.`, {
    from: status,
    to: 'PROVED',
    allowed: [],
  })

const notAsked: ProofFailure = {
  code: 'PROVIDER_UNAVAILABLE',
  details: [
    detail('signature', 'PROVIDER_UNAVAILABLE', 'The chain does not answer now. Try again.'),
  ],
}

const invalid = (path: string, message: string): ProofFailure => ({
  code: 'FIELD_INVALID',
  details: [detail(path, 'FIELD_INVALID', message)],
})

const missing = (members: readonly (readonly [string, unknown])[]): ProofFailure => ({
  code: 'FIELD_REQUIRED',
  details: members
    .filter(([, value]) => value === undefined)
    .map(([path]) => detail(path, 'FIELD_REQUIRED', 'The attempt asks for this.')),
})
