import { useQuery } from '@tanstack/react-query'
import { Copy, Link as LinkIcon, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { depositInstructions } from '../../../features/accounts/deposit-instructions.tsx'
import { linesText } from '../../../features/accounts/deposit-lines.tsx'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { routeName } from '../../../features/payin-routes/labels.ts'
import { railLabel } from '../../../features/accounts/rail-label.ts'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { serviceNow } from '../../../api/clock.ts'
import { DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { Time } from '../../../ui/display/values.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { hasMaximum, hasMinimum } from '../../../features/payin-routes/deposit-limits.ts'
import { type PayinRoute, routeQuery } from '../../../api/queries/payin-routes.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** What a payer needs, on one sheet of paper; the shell around it is not printed. */
export function Component() {
  const { routeId = '' } = useParams()
  const query = useQuery(routeQuery(routeId))
  if (isMissing(query)) return <NotFoundPage />
  const name = query.data && routeName(query.data)
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Pay-in routes'), to: paths.payinRoutes },
          { label: name ?? routeId, to: paths.payinRoute(routeId) },
          { label: t('Deposit instructions') },
        ]}
      />
      <PageHead
        heading={t('Deposit instructions')}
        title={name ? t('Deposit instructions, {name}', { name }) : t('Deposit instructions')}
        text={t('Text for the payer, a link for a colleague who can sign in, or a printed sheet.')}
        actions={query.data ? <Actions route={query.data} /> : null}
      />
      <Region query={query} what={t('Route')}>
        {(route) => <Sheet route={route} />}
      </Region>
    </>
  )
}

function Actions({ route }: { route: PayinRoute }) {
  const copy = async (text: string, title: string) => {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'done', title })
  }
  const link = window.location.origin + paths.payinSheet(route.routeId)
  const text = linesText(depositInstructions(route))
  return (
    <>
      <Button icon={Copy} onClick={() => void copy(text, t('Deposit instructions copied'))}>
        {t('Copy as text')}
      </Button>
      <Button icon={LinkIcon} onClick={() => void copy(link, t('Link copied'))}>
        {t('Copy link')}
      </Button>
      <Button variant="primary" icon={Printer} onClick={() => window.print()}>
        {t('Print or save as PDF')}
      </Button>
    </>
  )
}

function Sheet({ route }: { route: PayinRoute }) {
  const session = useSession()
  const { accountOwner, depositAccountInfo: info, routeId } = route
  const issued = <Time at={serviceNow()} withZone />
  return (
    <article
      className="card sheet"
      aria-label={t('Deposit instructions for {name}', { name: accountOwner.name })}
    >
      <div className="sheet-head">
        <div>
          <div className="strong">{session?.workspace.name ?? ''}</div>
          <div className="muted">
            {session?.environment === 'sandbox'
              ? rich('Issued {time}, sandbox: no real money', { time: issued })
              : rich('Issued {time}', { time: issued })}
          </div>
        </div>
      </div>
      <h2>
        {t('How to pay {currency} to {name}', { currency: info.currency, name: accountOwner.name })}
      </h2>
      <section className="subsection" aria-label={t('Where to pay')}>
        <DescriptionList
          className="facts-left"
          rows={depositInstructions(route).map(({ label, text, shown, mono }) =>
            fact(
              label,
              <span className={mono ? 'mono strong break-anywhere' : 'strong'}>
                {shown ?? text}
              </span>,
            ),
          )}
        />
      </section>
      <ul className="bullets subsection">
        {rules(route).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="caption subsection">
        {rich('Route ID {id}', { id: <span className="mono">{routeId}</span> })}
      </p>
    </article>
  )
}

/** What goes wrong most often, shown before it does. */
function rules({ depositAccountInfo: info, limits }: PayinRoute): string[] {
  const amount = (value: number) => amountText(value, info.currency)
  const { currency, networkName: network } = info
  return [
    info.depositWalletAddress
      ? network
        ? t('Send {currency} on {network} only. Anything else may be lost.', { currency, network })
        : t('Send {currency} on this network only. Anything else may be lost.', { currency })
      : t('Pay in {currency}, by {rail}.', {
          currency,
          rail: railLabel(info.payment_rail),
        }),
    hasMinimum(limits) ? t('Send at least {amount}.', { amount: amount(limits.minDeposit) }) : '',
    hasMaximum(limits)
      ? t('Send at most {amount} at once.', { amount: amount(limits.maxDeposit) })
      : '',
  ].filter(Boolean)
}
