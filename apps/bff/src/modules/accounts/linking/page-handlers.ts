import { customerNames, formatId, shownName } from '@corridor/domain'
import { type Context, Hono } from 'hono'
import { readBytes } from '../../../api/request/read-request.ts'
import { Refusal } from '../../../api/request/refusal.ts'
import { limitStrangers } from '../../../api/limits/anonymous-limits.ts'
import type { Deps } from '../../../ports/deps.ts'
import { maskNumber } from '../external/secrets.ts'
import { endPage, pageHeaders } from '../pages/frame.ts'
import { accountPage, bankPage, donePage } from './page.ts'
import type { LinkService } from './service.ts'
import type { LinkedAccount } from '../../../ports/bank-link.ts'

const formLimit = 16 * 1024
const ended = [
  'This link has ended',
  'It was used, or its time is over. Ask for a new one where you got it.',
] as const

type Link = NonNullable<Awaited<ReturnType<LinkService['read']>>>
type Shown = { status: 200 | 400 | 404 | 410 | 429 | 500; html: string; redirectUrl: string | null }

/**
 * The pages on which a customer chooses accounts, at `/link/<token>`. The token is the only key:
 * there is no cookie that another site's form could make use of, and it never leaves in a referrer.
 */
export function linkPages(
  deps: Pick<Deps, 'bankLink' | 'config' | 'log' | 'realTime'>,
  links: LinkService,
): Hono {
  const app = new Hono()
  app.use('/link/*', limitStrangers(deps))
  app.onError((error, c) => {
    const isTooOften = error instanceof Refusal && error.code === 'RATE_LIMITED'
    if (!isTooOften) deps.log.error({ err: error }, 'a page of a link failed')
    c.header('Retry-After', String((isTooOften && error.retryAfterSeconds) || 1))
    return answer(c, isTooOften ? tooOften : broken)
  })
  app.get('/link/:token', async (c) => {
    const token = c.req.param('token')
    return answer(c, await show(token, c.req.query('bank')))
  })
  app.post('/link/:token', async (c) => {
    const bytes = await readBytes(c.req.raw, formLimit).catch(() => undefined)
    const form = new URLSearchParams(bytes ? new TextDecoder().decode(bytes) : '')
    const token = c.req.param('token')
    const done = await share(token, form)
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

const endOf = (status: Shown['status'], title: string, text: string): Shown => ({
  status,
  html: endPage(title, text),
  redirectUrl: null,
})
const tooOften = endOf(429, 'Too many attempts', 'Wait a moment and try again.')
const broken = endOf(500, 'Something failed on our side', 'Try again in a moment.')

const notFound = () => endOf(404, 'This link does not exist', 'Check that the address is complete.')

/** Where the partner asked for the customer to be sent back to, with the token among its own parameters. */
function withToken(redirectUrl: string, publicToken: string): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('publicToken', publicToken)
  return url.href
}

const answer = (c: Context, { status, html, redirectUrl }: Shown) =>
  c.body(html, status, {
    ...pageHeaders(redirectUrl),
    'Content-Type': 'text/html; charset=utf-8',
  })
