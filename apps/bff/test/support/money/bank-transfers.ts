import { anAccount, anIban, countryId } from './accounts.ts'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { makeVerified } from '../people/customers.ts'
import { simulatePath, transferPath } from './wallets.ts'

export type BankParties = {
  partner: Partner
  fromEntityId: string
  fromAccountId: string
  toEntityId: string
  toAccountId: string
}

let references = 0

/** A customer with a German account, and one in Spain whom it pays; the payee's name may be a magic one. */
export async function bankParties(
  bff: Bff,
  payeeName = '',
  partner: Partner = bff.first,
): Promise<BankParties> {
  const [fromEntityId, toEntityId] = await Promise.all([
    makeVerified(bff, {}, partner),
    makeVerified(bff, {}, partner),
  ])
  const [payer, payee] = await Promise.all([
    anAccount(bff, { entityId: fromEntityId, ...anIban() }, partner),
    addPayee(bff, toEntityId, payeeName, partner),
  ])
  return {
    partner,
    fromEntityId,
    fromAccountId: payer.accountId,
    toEntityId,
    toAccountId: payee.accountId,
  }
}

/** An account in Spain; of another holder where a name is passed. */
export async function addPayee(
  bff: Bff,
  entityId: string,
  payee: string | { name: string; latinName: string } = '',
  partner: Partner = bff.first,
): Promise<AnyBody> {
  const names = typeof payee === 'string' ? { name: payee } : payee
  const other = { ownership: 'THIRD_PARTY', accountHolder: { ...names, type: 'individual' } }
  const body = {
    entityId,
    jurisdictionId: await countryId(bff, 'ES'),
    account: { iban: 'ES9121000418450200051332' },
    ...(names.name === '' ? {} : other),
  }
  return anAccount(bff, body, partner)
}

/** Quotes a transfer of 250 EUR by default. */
export function quoteBank(bff: Bff, parties: BankParties, change: object = {}): Promise<Got> {
  references += 1
  const { partner, ...accounts } = parties
  const body = { transactionId: `B-${references}`, ...accounts, exactAmountIn: 250, ...change }
  return bff.post(simulatePath, body, {}, partner)
}

/** Quotes and executes; the transfer then waits for its deposit. */
export async function startBank(
  bff: Bff,
  parties: BankParties,
  change: object = {},
): Promise<AnyBody> {
  const quote = await quoteBank(bff, parties, change)
  if (quote.status !== 200) throw new Error(JSON.stringify(quote.body))
  const { executionId, transferAcknowledgement } = quote.body.data
  const done = await bff.post(
    transferPath,
    {
      executionId,
      transferAcknowledgement: transferAcknowledgement.version,
      counterPartyRiskAcknowledged: true,
    },
    {},
    parties.partner,
  )
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return quote.body.data
}

/** The money arrives that the transfer waits for. */
export const depositFor = (
  bff: Bff,
  executionId: string,
  change: object = {},
  partner: Partner = bff.first,
): Promise<Got> => bff.post(`/api/v1/sandbox/transfer/${executionId}/deposit`, change, {}, partner)

/** Quotes, executes and pays in; gives the execution id. */
export async function payBank(
  bff: Bff,
  parties: BankParties,
  change: object = {},
): Promise<string> {
  const { executionId } = await startBank(bff, parties, change)
  const paid = await depositFor(bff, executionId, {}, parties.partner)
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
  return executionId
}
