import './pane.css'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import {
  ArrowRight,
  ChevronLeft,
  ChevronRight,
  Link as LinkIcon,
  Maximize2,
  ReceiptText,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { useKeys } from '../../../ui/preferences/keys.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { costRows } from '../../../features/transfers/cards.tsx'
import { StepLabel } from '../../../features/transfers/columns.tsx'
import { copyLink } from '../../../features/transfers/copy-link.ts'
import { moneyText } from '../../../features/transfers/money-path.ts'
import {
  listedTransfers,
  type Transfer,
  transferListKey,
  transferQuery,
} from '../../../api/queries/transfers.ts'
import { maskedAccount, placeName } from '../../../features/transfers/side-labels.ts'
import { Steps } from '../../../features/transfers/steps.tsx'
import { t } from '../../../messages/text.ts'
import { Copied } from '../../../ui/controls/copied.tsx'
import { queries } from '../../../api/query-client.ts'
import { ReplayEvents } from './replay-events.tsx'

type Props = {
  executionId: string
  /** The list with another record open, or none. */
  linkTo: (search: URLSearchParams, executionId: string | undefined) => string
}

/** The open record beside the list. */
export function TransferPane({ executionId, linkTo }: Props) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Drawn again when the list has been read, because the neighbours come from it.
  useIsFetching({ queryKey: transferListKey })
  const rows = listedTransfers(queries)
  const at = rows.findIndex((row) => row.executionId === executionId)
  const query = useQuery(transferQuery(executionId))
  const neighbour = (step: 1 | -1) => (at < 0 ? undefined : rows[at + step]?.executionId)
  const close = linkTo(search, undefined)
  const show = (id: string | undefined) => {
    if (id !== undefined) void navigate(linkTo(search, id), { preventScrollReset: true })
  }
  useKeys({
    close: () => {
      focusRow(executionId)
      void navigate(close, { preventScrollReset: true })
    },
    // An end of the list is no reason to fold the navigation instead.
    previousRecord: () => show(neighbour(-1)),
    nextRecord: () => show(neighbour(1)),
  })
  const reference = (rows[at] ?? query.data?.data)?.transactionId ?? executionId
  return (
    <aside className="pane" aria-label={t('Transfer {reference}', { reference })}>
      <div className="pane-head">
        <span className="mono muted truncated">{reference}</span>
        <CopyButton text={reference} label={t('Copy reference')} />
        <span className="grow" />
        <PaneLink
          to={at > 0 ? linkTo(search, neighbour(-1)) : undefined}
          label={t('Previous transfer')}
        >
          <ChevronLeft />
        </PaneLink>
        <PaneLink
          to={at >= 0 && neighbour(1) ? linkTo(search, neighbour(1)) : undefined}
          label={t('Next transfer')}
        >
          <ChevronRight />
        </PaneLink>
        <PaneLink to={paths.transfer(executionId)} label={t('Open full page')}>
          <Maximize2 className="icon-medium" />
        </PaneLink>
        <PaneLink to={close} label={t('Close')}>
          <X />
        </PaneLink>
      </div>
      <div className="pane-body">
        <Region query={query} what={t('Transfer')}>
          {({ data }) => <PaneBody transfer={data} />}
        </Region>
      </div>
      <Foot executionId={executionId} />
    </aside>
  )
}

function Foot({ executionId }: { executionId: string }) {
  return (
    <div className="pane-foot">
      <LinkButton size="s" to={paths.transfer(executionId)}>
        {t('Open transfer')}
      </LinkButton>
      <Button size="s" icon={LinkIcon} onClick={() => void copyLink(executionId)}>
        {t('Copy link')}
      </Button>
      <LinkButton size="s" icon={ReceiptText} to={paths.receipt(executionId)}>
        {t('Receipt')}
      </LinkButton>
      <ReplayEvents executionId={executionId} />
    </div>
  )
}

/** The link of the row that is open, so that the focus goes back to where it came from. */
function focusRow(executionId: string): void {
  document.querySelector<HTMLElement>(`.row-link[href*="open=${executionId}"]`)?.focus()
}

type PaneLinkProps = { to: string | undefined; label: string; children: ReactNode }

function PaneLink({ to, label, children }: PaneLinkProps) {
  if (to === undefined) {
    return (
      <Button
        size="s"
        square
        variant="quiet"
        aria-label={label}
        disabledReason={t('No further transfer in this list')}
      >
        {children}
      </Button>
    )
  }
  return (
    <LinkButton size="s" square variant="quiet" to={to} aria-label={label} preventScrollReset>
      {children}
    </LinkButton>
  )
}

function PaneBody({ transfer }: { transfer: Transfer }) {
  const { from, to, parties, executionId, transactionHash } = transfer
  return (
    <>
      <div className="row">
        <StatusPill status={transfer.status} />
        <StepLabel transfer={transfer} />
      </div>
      <p className="muted mt-1">{moneyText(transfer)}</p>
      <div className="amount-pair mt-2">
        <Amount look="large" value={from.amount} currency={from.currency} />
        <ArrowRight />
        <Amount look="large" value={to.amount} currency={to.currency} />
      </div>
      <Part title={t('Timeline')}>
        <Steps transfer={transfer} />
      </Part>
      <Part title={t('Cost')}>
        <DescriptionList rows={costRows(transfer)} />
      </Part>
      <Part title={t('Parties')}>
        <ul className="corridor">
          {[from, to].map((side, index) => (
            <li key={index === 0 ? 'from' : 'to'}>
              <div className="strong">
                {index === 0 ? parties.payer : parties.payee}{' '}
                <span className="tag">{side.jurisdiction}</span>
              </div>
              {side.wallet ? <Address value={side.wallet.walletAddress} /> : null}
              {side.account ? (
                <div className="muted">
                  {placeName(side)} <span className="number">{maskedAccount(side)}</span>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      </Part>
      <div className="subsection">
        <DescriptionList
          rows={[
            fact(t('Execution'), <CopiedId text={executionId} what={t('execution id')} />),
            transactionHash &&
              fact(t('Transaction hash'), <Address value={transactionHash} what={t('hash')} />),
            fact(t('Started'), <Time at={transfer.createdAt} detail="second" withZone />),
            transfer.completedAt &&
              fact(t('Completed'), <Time at={transfer.completedAt} detail="second" withZone />),
          ]}
        />
      </div>
    </>
  )
}

function CopiedId({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1 min-w-0">
      <Copied text={text} label={t('Copy {what}', { what })} />
    </span>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="subsection" aria-label={title}>
      <h2 className="mb-4">{title}</h2>
      {children}
    </section>
  )
}
