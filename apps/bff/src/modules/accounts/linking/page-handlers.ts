import { customerNames, formatId, shownName } from '@corridor/domain'
import type { Hono } from 'hono'
import type { Deps } from '../../../ports/deps.ts'
import { maskNumber } from '../external/secrets.ts'
import { answer, endOf, formOf, pagesBelow, type Shown } from '../pages/answers.ts'
import { pageHeaders } from '../pages/frame.ts'
import { accountPage, bankPage, donePage } from './page.ts'
import type { LinkService } from './service.ts'
import type { LinkedAccount } from '../../../ports/bank-link.ts'

const ended = [
  'This link has ended',
  'It was used, or its time is over. Ask for a new one where you got it.',
] as const

type Link = NonNullable<Awaited<ReturnType<LinkService['read']>>>

/**
 * The pages on which a customer chooses accounts, at `/link/<token>`. The token is the only key:
 * there is no cookie that another site's form could make use of, and it never leaves in a referrer.
 */
export function linkPages(
  deps: Pick<Deps, 'bankLink' | 'config' | 'log' | 'realTime'>,
  links: LinkService,
): Hono {
  const app = pagesBelow('/link', deps)
  app.get('/link/:token', async (c) => {
    const token = c.req.param('token')
    return answer(c, await show(token, c.req.query('bank')))
  })
  app.post('/link/:token', async (c) => {
    const done = await share(c.req.param('token'), await formOf(c.req.raw))
    if ('html' in done) return answer(c, done)
    return c.body(null, 303, { ...pageHeaders(null), Location: done.location })
  })
  return app

  async function show(token: string, bankId: string | undefined): Promise<Shown> {
    const link = await links.read(token)
    if (!link) return notFound()
    const { redirect_url: redirectUrl } = link.link
    if (link.isOver || link.link.status === 'LINKED') return endOf(410, ...ended)
    const subject = subjectOf(token, link)
    const choice = links.choiceOf(link.link)
    if (choice) {
      const backTo = redirectUrl === null ? null : withToken(redirectUrl, choice.publicToken)
      const { publicToken } = choice
      return { status: 200, html: donePage(subject, { publicToken, backTo }), redirectUrl }
    }
    const banks = await deps.bankLink.banks(countryOf(link))
    const bank = banks.find(({ id }) => id === bankId)
    if (!bank) return { status: 200, html: bankPage(subject, banks), redirectUrl }
    const shown = (await accountsAt(link, bank.id)).map(shownOf)
    return { status: 200, html: accountPage(subject, bank, shown), redirectUrl }
  }

  async function share(token: string, form: URLSearchParams): Promise<Shown | Going> {
    const link = await links.read(token)
    if (!link) return notFound()
    // A form sent twice, or a link that ended meanwhile: the page says which.
    if (link.isOver || link.link.status !== 'OPEN') return show(token, undefined)
    const subject = subjectOf(token, link)
    const { redirect_url: redirectUrl } = link.link
    const banks = await deps.bankLink.banks(countryOf(link))
    const bank = banks.find(({ id }) => id === form.get('bank'))
    if (!bank) {
      const html = bankPage(subject, banks, 'Choose one of the banks.')
      return { status: 400, html, redirectUrl }
    }
    const refs = form.getAll('account')
    const accounts = await accountsAt(link, bank.id)
    const chosen = accounts.filter(({ ref }) => refs.includes(ref))
    const error =
      chosen.length === 0 || chosen.length !== new Set(refs).size
        ? 'Choose at least one of the accounts.'
        : form.get('consent') === 'yes'
          ? ''
          : 'Without your consent nothing can be shared.'
    if (error !== '') {
      const html = accountPage(subject, bank, accounts.map(shownOf), { error, refs })
      return { status: 400, html, redirectUrl }
    }
    const kept = await links.choose(token, chosen)
    if (kept && redirectUrl !== null) return { location: withToken(redirectUrl, kept.publicToken) }
    return show(token, undefined)
  }

  function accountsAt(link: Link, bankId: string) {
    const entityId = formatId('ent', link.entity.id)
    return deps.bankLink.accounts(countryOf(link), bankId, { entityId })
  }

  function subjectOf(token: string, { entity, jurisdiction, partnerName }: Link) {
    return {
      token,
      partnerName,
      customerName: shownName(customerNames(entity)),
      countryName: jurisdiction.name,
      isSandbox: deps.bankLink.simulated,
    }
  }
}

type Going = { location: string }

const countryOf = ({ jurisdiction }: Link) => jurisdiction.countryCode ?? ''

const shownOf = ({ ref, label, values }: LinkedAccount) => ({
  ref,
  label,
  masked: maskNumber(values['account.iban'] ?? values['account.accountNumber'] ?? ''),
})

const notFound = () => endOf(404, 'This link does not exist', 'Check that the address is complete.')

/** Where the partner asked for the customer to be sent back to, with the token among its own parameters. */
function withToken(redirectUrl: string, publicToken: string): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('publicToken', publicToken)
  return url.href
}
