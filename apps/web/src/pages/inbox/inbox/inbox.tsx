import './inbox.css'
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { errorText } from '../../../api/errors.ts'
import {
  inboxKey,
  inboxQuery,
  type Notification,
  noticeSettingsQuery,
  readNotification,
  readNotificationsTo,
} from '../../../api/queries/inbox.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/inputs.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { LinkButton, PageLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { serviceText } from '../../../messages/service.ts'
import { queries } from '../../../api/call.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { t } from '../../../messages/text.ts'

/** Where a kind's records are listed, for lines about several. */
const lists: Record<string, string> = {
  transfer_failed: `${paths.transfers}?status=FAILED`,
  transfer_review: `${paths.transfers}?status=IN_REVIEW`,
  deposit_held: paths.heldDeposits,
  kyc: paths.kycQueue,
  liquidity: paths.liquidity,
}

const records: Record<string, (id: string) => string> = {
  transfer: (id) => paths.transfer(id),
  deposit: (id) => paths.payinDeposit(id),
  kyc: (id) => paths.entity(id, 'kyc'),
  entity: (id) => paths.entity(id),
  approval: (id) => paths.approval(id),
  webhook: (id) => paths.webhooks(undefined, id === 'webhook' ? undefined : id),
  reserve: (id) => liquidityPaths.reserveFrame(id),
  liquidity_transaction: (id) => liquidityPaths.drawing(id),
  partner: () => liquidityPaths.limits,
  api_key: (id) => paths.apiKey(id),
  member: () => paths.team,
  export: () => paths.transfers,
}

/** Where a line leads: to its record, or to the list of several. */
function leadOf({ kind, count, subject }: Notification): string {
  const list = count > 1 ? lists[kind] : undefined
  return list ?? records[subject.kind]?.(subject.id) ?? paths.inbox
}

/** What happened that concerns this person, newest first. */
export function Component() {
  const [search] = useSearchParams()
  const opened = search.get('open')
  return opened === null ? <Inbox /> : <OpenLine id={opened} />
}

function Inbox() {
  const [search] = useSearchParams()
  const unread = search.get('view') === 'unread'
  const kind = search.get('kind') ?? ''
  const query = useInfiniteQuery(inboxQuery({ kind, unread }))
  const newest = query.data?.pages[0]
  const lines = query.data?.pages.flatMap(({ data }) => data) ?? []
  const readAll = useReadAll()
  const to = (view: string) => {
    const params = new URLSearchParams({ ...(view ? { view } : {}), ...(kind ? { kind } : {}) })
    return params.size > 0 ? `${paths.inbox}?${params.toString()}` : paths.inbox
  }
  return (
    <>
      <PageHead
        heading={t('Inbox')}
        text={t('What happened that concerns you.')}
        actions={
          <>
            <LinkButton to={paths.settings('notifications')}>
              {t('Notification settings')}
            </LinkButton>
            <Button
              busy={readAll.isPending}
              disabledReason={newest?.unread === 0 ? t('Everything is read') : undefined}
              onClick={() => readAll.mutate(newest?.data[0]?.place ?? 0)}
            >
              {t('Mark all as read')}
            </Button>
          </>
        }
      />
      <Tabs
        label={t('Inbox')}
        current={unread ? 'unread' : 'all'}
        tabs={[
          { key: 'all', label: t('All'), to: to('') },
          { key: 'unread', label: t('Unread'), to: to('unread'), count: newest?.unread },
        ]}
      >
        <div className="grid">
          <KindField kind={kind} />
          <Region
            query={query}
            what={t('Your inbox')}
            skeleton={<SkeletonLines lines={6} />}
            empty={(data) => (isEmpty(data) ? <Empty unread={unread} /> : undefined)}
          >
            {() => <Lines lines={lines} />}
          </Region>
          {query.hasNextPage ? (
            <Button
              busy={query.isFetchingNextPage}
              className="self-start"
              onClick={() => void query.fetchNextPage()}
            >
              {t('Show older')}
            </Button>
          ) : null}
        </div>
      </Tabs>
    </>
  )
}

function KindField({ kind }: { kind: string }) {
  const [search, setSearch] = useSearchParams()
  const kinds = useQuery(noticeSettingsQuery).data?.kinds ?? []
  return (
    <div className="max-w-80">
      <SelectField
        label={t('Show')}
        options={kinds.map((item) => ({ value: item.kind, label: serviceText(item.label) }))}
        placeholder={t('Everything')}
        value={kind}
        onChange={(event) => {
          const params = new URLSearchParams(search)
          if (event.target.value === '') params.delete('kind')
          else params.set('kind', event.target.value)
          setSearch(params)
        }}
      />
    </div>
  )
}

const isEmpty = ({ pages }: InfiniteData<{ data: unknown[] }>) =>
  pages.every(({ data }) => data.length === 0)

function Empty({ unread }: { unread: boolean }) {
  return (
    <Card flush>
      {unread ? (
        <EmptyState title={t('Nothing unread')}>{t('You have read everything.')}</EmptyState>
      ) : (
        <EmptyState title={t('No notifications yet')}>
          {t(
            'Failed transfers, held deposits, approvals and changes to your team’s access appear here.',
          )}
        </EmptyState>
      )}
    </Card>
  )
}

function Lines({ lines }: { lines: readonly Notification[] }) {
  const read = useRead()
  return (
    <Card flush aria-label={t('Notifications')}>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="inbox-line">
            <span className={line.unread > 0 ? 'inbox-new' : undefined} />
            <PageLink
              to={leadOf(line)}
              className={line.unread > 0 ? 'strong' : undefined}
              onClick={() => line.unread > 0 && read.mutate(line.id)}
            >
              {line.unread > 0 ? (
                <span className="visually-hidden">{`${t('Unread:')} `}</span>
              ) : null}
              {serviceText(line.text)}
            </PageLink>
            <span className="muted">
              <Time at={line.at} />
            </span>
            <span className="caption col-start-2">
              {line.count > 1 && line.unread > 0 && line.unread < line.count
                ? t('{label} · {count} new', {
                    label: serviceText(line.label),
                    count: countText(line.unread),
                  })
                : serviceText(line.label)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A mail's link: the line is read, and the record opens in its place. */
function OpenLine({ id }: { id: string }) {
  const { mutate, data, isError } = useRead()
  useEffect(() => mutate(id), [mutate, id])
  if (data) return <Navigate to={leadOf(data)} replace />
  if (isError) return <Navigate to={paths.inbox} replace />
  return <SkeletonLines lines={6} />
}

function useRead() {
  return useMutation({
    mutationFn: readNotification,
    onSettled: () => queries.invalidateQueries({ queryKey: inboxKey }),
  })
}

function useReadAll() {
  return useMutation({
    mutationFn: readNotificationsTo,
    onError: (error) =>
      toast({ tone: 'fail', title: t('Not marked as read'), text: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: inboxKey }),
  })
}
