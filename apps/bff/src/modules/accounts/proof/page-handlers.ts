import type { Hono } from 'hono'
import type { Deps } from '../../../ports/deps.ts'
import { answer, endOf, formOf, pagesBelow, type Shown } from '../pages/answers.ts'
import { microPage, proofEndPage, type ProofPage, walletPage, walletScript } from './page.ts'
import type { ProofFailure } from './failures.ts'
import type { Answer, ProofService, ShownProof } from './service.ts'
import { factsOf, stateAt } from './view.ts'

/**
 * The page on which a customer completes a proof, at `/prove/<token>`. As on the page of bank links
 * the token is the only key: there is no cookie, and it never leaves in a referrer.
 */
export function proofPages(
  deps: Pick<Deps, 'config' | 'jurisdictions' | 'log' | 'realTime'>,
  proofs: ProofService,
): Hono {
  const app = pagesBelow('/prove', deps)
  const isSandbox = deps.config.ENVIRONMENT !== 'live'
  app.get('/prove/:token', async (c) => {
    const token = c.req.param('token')
    return answer(c, show(token, await proofs.showPage(token)))
  })
  app.post('/prove/:token', async (c) => {
    const token = c.req.param('token')
    const done = await proofs.answerPage(token, answerOf(await formOf(c.req.raw)))
    if (!done) return answer(c, gone)
    if (done.ok) return answer(c, proved)
    const error = textOf(done.failure)
    return answer(c, show(token, await proofs.showPage(token), error))
  })
  return app

  function show(token: string, shown: ShownProof | undefined, error = ''): Shown {
    if (!shown) return error === '' ? gone : refused(error)
    const { proof, account, customer, partnerName } = shown
    if (account.proof === 'PROVED') return proved
    if (stateAt(proof, proof.read_at) !== 'OPEN') return gone
    const { currency = '' } = deps.jurisdictions.byId(account.jurisdiction_id) ?? {}
    const of: ProofPage = {
      token,
      partnerName,
      customerName: customer,
      account: accountText(account),
      isSandbox,
      answersLeft: proof.answers_left,
    }
    const status = error === '' ? 200 : 400
    if (proof.method === 'MICRO_DEPOSIT') return { status, html: microPage(of, currency, error) }
    const { message = '' } = factsOf(proof)
    return { status, html: walletPage(of, message, error), script: walletScript }
  }
}

/** The end of its number, which the account's owner knows; a wallet's address is public. */
function accountText({ wallet, account }: ShownProof['account']): string {
  const { walletAddress } = (wallet ?? {}) as { walletAddress?: string }
  if (walletAddress !== undefined) return walletAddress
  const { bankIban = '', accountNumber = '' } = account as Record<string, string>
  return bankIban || accountNumber
}

function answerOf(form: URLSearchParams): Answer {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const amount = text('amount').replace(',', '.')
  return {
    // What is no amount is no answer, and counts as none.
    ...(/^\d{1,9}(\.\d{1,9})?$/.test(amount) ? { amount } : {}),
    ...(text('statementCode') === '' ? {} : { statementCode: text('statementCode').slice(0, 40) }),
    ...(text('signature') === '' ? {} : { signature: text('signature').slice(0, 4_000) }),
  }
}

const textOf = ({ code, details }: ProofFailure): string =>
  code === 'FIELD_REQUIRED'
    ? 'Fill in every field.'
    : (details?.[0]?.message ?? 'That is not right. Try again.')

const gone = endOf(
  410,
  'This link has ended',
  'It was used, or its time is over. Ask for a new one.',
)
const refused = (error: string) =>
  endOf(410, 'This did not work', `${error} The attempt has ended.`)
const proved: Shown = {
  status: 200,
  html: proofEndPage(
    { isSandbox: false },
    'Thank you',
    'It is confirmed. You can close this page.',
  ),
}
