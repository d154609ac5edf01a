import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { type AuditRecord, auditEntryQuery } from '../../../api/queries/organisation/audit.ts'
import { actionText } from '../../../features/audit/texts.ts'
import { paths } from '../../../routing/paths.ts'
import { recordPath } from '../../../routing/record-path.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { Actor } from '../../../ui/display/actor.tsx'
import { Card, fact } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { Breadcrumb, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { plural, t } from '../../../messages/text.ts'

/** One entry of the audit log: who did what, and what it changed. */
export function Component() {
  const { auditId = '' } = useParams()
  const query = useQuery(auditEntryQuery(auditId))
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Audit log'), to: paths.audit },
          { label: <span className="mono">{auditId}</span> },
        ]}
      />
      <PageHead
        heading={query.data ? actionText(query.data.data.action) : t('Entry of the audit log')}
      />
      <Region query={query} what={t('Entry of the audit log')}>
        {({ data }) => (
          <div className="stack gap-4">
            <What entry={data} />
            <Changes entry={data} />
            <Proof entry={data} />
          </div>
        )}
      </Region>
    </>
  )
}

function What({ entry }: { entry: AuditRecord }) {
  const { actor, object, requestId, reason } = entry
  const to = recordPath(object.id)
  return (
    <Card
      title={t('What was done')}
      facts={[
        fact(t('Action'), <span className="mono">{entry.action}</span>),
        fact(t('Time'), <Time at={entry.createdAt} detail="second" withZone />),
        fact(
          t('Who'),
          actor.id === '' ? (
            <Actor {...actor} />
          ) : (
            <TextLink to={`${paths.audit}?actorId=${encodeURIComponent(actor.id)}`}>
              <Actor {...actor} />
            </TextLink>
          ),
        ),
        fact(
          t('Record'),
          to ? (
            <TextLink to={to}>
              <Id>{object.id}</Id>
            </TextLink>
          ) : (
            <Id>{object.id}</Id>
          ),
        ),
        reason !== '' && fact(t('Reason'), reason),
        fact(
          t('Request'),
          requestId === '' ? (
            <span className="faint">–</span>
          ) : (
            <TextLink
              to={`${paths.developers('requests')}?requestId=${encodeURIComponent(requestId)}`}
            >
              <Id>{requestId}</Id>
            </TextLink>
          ),
        ),
      ]}
    />
  )
}

const Id = ({ children }: { children: ReactNode }) => (
  <span className="mono break-all">{children}</span>
)

function Changes({ entry }: { entry: AuditRecord }) {
  const [isWhole, setWhole] = useState(false)
  const all = changesOf(entry.before, entry.after)
  const unchanged = all.filter(({ isChanged }) => !isChanged).length
  const shown = isWhole ? all : all.filter(({ isChanged }) => isChanged)
  if (all.length === 0)
    return (
      <Card title={t('Before and after')}>
        <p className="muted">{t('This action changed no values.')}</p>
      </Card>
    )
  return (
    <Card
      title={t('Before and after')}
      flush
      footer={
        unchanged > 0 ? (
          <Button size="s" variant="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? t('Hide what stayed the same')
              : plural(
                  unchanged,
                  { one: 'Show {count} unchanged value', other: 'Show {count} unchanged values' },
                  { count: countText(unchanged) },
                )}
          </Button>
        ) : null
      }
    >
      <SmallTable
        label={t('Before and after')}
        rows={shown}
        rowId={({ name }) => name}
        columns={changeColumns}
      />
    </Card>
  )
}

const value = (text: string) =>
  text === '' ? <span className="faint">–</span> : <span className="mono break-all">{text}</span>

const changeColumns = [
  smallColumn(t('Value##member'), { isRowHeading: true }, ({ name }: Change) => name),
  { head: t('Before'), cell: ({ before }: Change) => value(before) },
  {
    head: t('After'),
    cell: ({ after, isChanged }: Change) => (
      <span className={isChanged ? 'strong' : undefined}>{value(after)}</span>
    ),
  },
]

function Proof({ entry }: { entry: AuditRecord }) {
  const { sequence, hash, head } = entry
  return (
    <Card
      title={t('Place in the log')}
      facts={[
        fact(
          t('Number'),
          sequence === undefined ? t('Not sealed yet; it takes a second') : countText(sequence),
        ),
        hash !== undefined &&
          fact(
            t('Hash'),
            <>
              <Id>{hash}</Id> <CopyButton text={hash} label={t('Copy hash')} />
            </>,
          ),
        fact(
          t('Checkpoint'),
          head ? (
            <>
              {t('Number {number}', { number: head.checkpoint })},{' '}
              <Time at={head.at} detail="second" withZone />
            </>
          ) : (
            t('Not covered by a signed checkpoint yet')
          ),
        ),
      ]}
    />
  )
}

/** A member that was added, taken away, changed, or stayed as it was. */
type Change = { name: string; before: string; after: string; isChanged: boolean }

type Content = Readonly<Record<string, unknown>> | null

/** What a change did to each member, the changed ones first; values as JSON, '' where there was none. */
export function changesOf(before: Content, after: Content): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const all = names.map((name) => {
    const [old, now] = [textOf(before?.[name]), textOf(after?.[name])]
    return { name, before: old, after: now, isChanged: old !== now }
  })
  return all.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged))
}

const textOf = (held: unknown): string =>
  held === undefined ? '' : typeof held === 'string' ? held : JSON.stringify(held)
