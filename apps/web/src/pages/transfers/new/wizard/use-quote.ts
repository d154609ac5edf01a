import { fromWire } from '@corridor/domain/money'
import { useState } from 'react'
import { isApiError } from '../../../../api/errors.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import { parseAmount, type ParsedAmount } from '../../../../ui/format/parse-amount.ts'
import { type Draft, wishOf } from './draft.ts'
import type { Party } from '../../../../features/transfers/signing/parties.ts'
import type { QuoteEnd } from '../../../../features/transfers/signing/quoted.ts'
import { askForQuote, changesText, type FieldMessages, type Quoted, refusalOf } from './quote.ts'
import type { DraftState } from './use-draft.ts'
import { t } from '../../../../messages/text.ts'

type Ends = { from: Party | undefined; to: Party | undefined; balance: number | undefined }

type Sides = { from: Party | undefined; to: Party | undefined }

/** The end whose currency the amount is in. */
export const amountSide = ({ amountMeans }: Pick<Draft, 'amountMeans'>, { from, to }: Sides) =>
  amountMeans === 'in' ? from : to

export function readAmount(draft: Draft, sides: Sides): ParsedAmount | undefined {
  const side = amountSide(draft, sides)
  return side && draft.amount.trim() !== '' ? parseAmount(draft.amount, side) : undefined
}

/** The quote in force, what is wrong with the form, and how to get another one. */
export function useQuote(state: DraftState, ends: Ends) {
  const { draft } = state
  const [quoted, setQuoted] = useState<Quoted | undefined>()
  const [ended, setEnded] = useState<{ executionId: string; why: QuoteEnd } | undefined>()
  const [fields, setFields] = useState<FieldMessages>({})
  const [problem, setProblem] = useState<unknown>()
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)
  const end = ended?.executionId === quoted?.answer.executionId ? ended?.why : undefined
  const current = quoted?.wish === wishOf(draft) ? quoted : undefined

  const ask = async (): Promise<Quoted | undefined> => {
    if (busy) return undefined
    setProblem(undefined)
    const found = checkForm(draft, ends)
    setFields(found.fields)
    const { from, to } = ends
    if (!found.amount || !from || !to) {
      setRefusals(refusals + 1)
      return undefined
    }
    const wanted = withReference(state, quoted)
    setBusy(true)
    try {
      const next = await askForQuote({ draft: wanted, from, to, amount: found.amount })
      const changes = current && end ? changesText(current.answer, next.answer) : undefined
      const shown = { ...next, changes }
      setQuoted(shown)
      return shown
    } catch (error) {
      if (!isApiError(error)) throw error
      const refusal = refusalOf(error)
      setFields(refusal.fields)
      setRefusals(refusals + 1)
      if (refusal.rest.length > 0 || Object.keys(refusal.fields).length === 0) setProblem(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    /** The quote for what the form says now. */
    quote: current,
    /** There is a quote, but for something else than the form says now. */
    outdated: quoted !== undefined && !current,
    end: current ? end : undefined,
    endQuote: (executionId: string, why: QuoteEnd) => setEnded({ executionId, why }),
    ask,
    busy,
    fields,
    /** How often the form was refused. */
    refusals,
    problem,
    clearField: (name: keyof FieldMessages) => setFields((all) => ({ ...all, [name]: undefined })),
  }
}

/** A reference names one wish: a filled-in one is replaced when the wish has changed since it was used. */
function withReference(state: DraftState, quoted: Quoted | undefined): Draft {
  const { draft } = state
  if (!quoted || draft.ownReference || quoted.wish === wishOf(draft)) return draft
  const transactionId = state.freshReference()
  state.change({ transactionId })
  return { ...draft, transactionId }
}

const questions = [
  ['fromAccountId', t('Choose the account to send from')],
  ['toAccountId', t('Choose the account to send to')],
  ['amount', t('Enter an amount')],
  ['transactionId', t('Enter a reference')],
] as const

function checkForm(draft: Draft, ends: Ends): { fields: FieldMessages; amount?: string } {
  const fields: FieldMessages = {}
  for (const [name, message] of questions) {
    if (draft[name].trim() === '') fields[name] = message
  }
  const amount = readAmount(draft, ends)
  if (amount && !amount.ok) fields.amount = amount.message
  if (amount?.ok) {
    const short = tooMuch(draft, amount.minor, ends)
    if (short) fields.amount = short
  }
  if (Object.keys(fields).length > 0 || !amount?.ok) return { fields }
  return { fields, amount: amount.text }
}

/** A message when the wallet holds less than the amount, where that is in the wallet's currency. */
export function tooMuch(draft: Draft, minor: bigint, ends: Ends): string | undefined {
  const { from, balance } = ends
  if (!from || balance === undefined) return undefined
  if (amountSide(draft, ends)?.currency !== from.currency) return undefined
  const held = fromWire(balance, from.currency, from.decimals)
  return held.ok && minor > held.value.minor
    ? t('The wallet holds {amount}', { amount: amountText(balance, from.currency) })
    : undefined
}
