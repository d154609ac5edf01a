import { ownershipText } from '@corridor/chains'
import { customerName, formatId, ok, openSeconds, type Result, toWire } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type CheckedFiles, keepAnswerFiles } from '../../../records/reviews/answer-files.ts'
import { answerQuestion, askQuestion } from '../../../records/reviews/reviews.ts'
import { findEntity } from '../../entities/store.ts'
import { reviewClaim } from '../external/claims.ts'
import type { ProofRow, StartableProof } from '../external/proof-store.ts'
import { drawBelow } from './answers.ts'
import { type ProofFailure, refused } from './failures.ts'
import * as store from './store.ts'
import type { ProofFacts } from './view.ts'

/** How an attempt begins. */
export type Beginning = { method: StartableProof; files: CheckedFiles['files']; at: Date }

/** What each way of proving an account asks for, and what it sets going. */
export function createBeginning(deps: Deps) {
  return { factsFor, orderPayment, sendPapers }

  async function factsFor(
    tx: Tx,
    account: ExternalAccountRow,
    id: string,
    { method, files, at }: Beginning,
  ): Promise<Result<ProofFacts, ProofFailure>> {
    switch (method) {
      case 'MICRO_DEPOSIT':
        return ok({})
      case 'DOCUMENT':
        return ok({ documents: files.map(({ fileName }) => fileName) })
      case 'WALLET_SIGNATURE':
        return ok({ message: await textToSign(tx, account, id, at) })
      case 'TEST_PAYMENT':
        return testPayment(tx, account)
    }
  }

  /** The text names the attempt, the wallet, the customer and the partner: it proves nothing else. */
  async function textToSign(tx: Tx, account: ExternalAccountRow, id: string, at: Date) {
    const { partner_id: partnerId, entity_id, wallet } = account
    const [customer, partner] = await Promise.all([
      findEntity(tx, partnerId, entity_id),
      store.findPartnerName(tx, partnerId),
    ])
    const { walletAddress, chainId } = wallet as { walletAddress: string; chainId: string }
    const owner = oneLine(customer ? customerName(customer) : '')
    return ownershipText({
      address: walletAddress,
      chainId,
      baseUrl: deps.config.BASE_URL,
      nonce: deps.ids.secret(),
      statement: `This wallet belongs to ${owner}, customer of ${oneLine(partner)}. Signing proves it and moves nothing.`,
      requestId: formatId('prf', id),
      issuedAt: at,
      expiresAt: new Date(at.getTime() + openSeconds.WALLET_SIGNATURE * 1_000),
    })
  }

  async function testPayment(tx: Tx, account: ExternalAccountRow) {
    const jurisdiction = deps.jurisdictions.byId(account.jurisdiction_id)
    const toAddress = await store.findDepositAddress(tx, account)
    if (!jurisdiction || toAddress === undefined)
      return refused(
        'ACCOUNT_TYPE_NOT_ALLOWED',
        'method',
        'The customer has no active funding account for this token, to which the payment could go.',
      )
    const { currency, currencyScale: scale } = jurisdiction
    // A tenth of the token and up to five digits that nobody else sends by chance.
    const digits = 10 ** Math.min(scale - 1, 5) - 1
    const minor =
      10n ** BigInt(Math.max(scale - 1, 0)) +
      BigInt(1 + drawBelow((bytes) => deps.random(bytes), digits))
    const payment = { amount: toWire({ minor, scale }), minor: String(minor), currency, toAddress }
    return ok({ payment })
  }

  async function orderPayment(
    tx: Tx,
    account: ExternalAccountRow,
    proof: ProofRow,
    amount: bigint,
  ): Promise<void> {
    const jurisdiction = deps.jurisdictions.byId(account.jurisdiction_id)
    if (!jurisdiction) throw new Error(`the account ${account.id} belongs to no jurisdiction`)
    await store.insertPayment(tx, {
      partner_id: account.partner_id,
      id: deps.ids.uuid(),
      proof_id: proof.id,
      jurisdiction_id: account.jurisdiction_id,
      currency: jurisdiction.currency,
      scale: jurisdiction.currencyScale,
      amount,
      uetr: crypto.randomUUID(),
    })
  }

  /** Papers are the answer to a question of the review, where the operator opens them. */
  async function sendPapers(
    tx: Tx,
    caller: Caller,
    account: ExternalAccountRow,
    { files, at }: Beginning,
  ): Promise<void> {
    await reviewClaim(tx, account)
    const documents = await keepAnswerFiles(tx, deps.files, caller.partnerId, files)
    const subject = { kind: 'account', id: account.id } as const
    const text = 'Which papers show that the account is the customer’s own?'
    const dueAt = new Date(at.getTime() + openSeconds.DOCUMENT * 1_000)
    const question = await askQuestion(tx, caller, subject, { text, dueAt })
    if (question)
      await answerQuestion(tx, caller, question, { text: 'See the documents.', documents })
  }
}

/** A text of one line, as EIP-4361 wants it. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').trim()
