import { useMemo } from 'react'
import type { Entity } from '../../../api/queries/entities.ts'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { RecordList } from '../../../ui/table/record-list.tsx'
import { type Column, column } from '../../../ui/table/types.ts'
import { paths } from '../../../routing/paths.ts'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import type { ListedTransfer } from '../../../api/queries/transfers.ts'
import { transfersSourceOf } from '../../../api/queries/lists/transfers.ts'
import { t } from '../../../messages/text.ts'

/** Transfers from and to this entity. */
export function TransfersTab({ entity: { entityId } }: { entity: Entity }) {
  const source = useMemo(() => transfersSourceOf(entityId), [entityId])
  const columns = useMemo(() => columnsFor(entityId), [entityId])
  const all = `${paths.transfers}?entityId=${encodeURIComponent(entityId)}`
  return (
    <RecordList
      name={t('Transfers of this entity')}
      noun={[t('transfer'), t('transfers')]}
      source={source}
      columns={columns}
      rowId={(row) => row.executionId}
      rowLink={(row) => ({ to: paths.transfer(row.executionId), label: row.transactionId })}
      stack={(row) => [
        otherOf(row, entityId)?.name ?? t('Own accounts'),
        <Amount key="out" value={row.to.amount} currency={row.to.currency} />,
        <StatusPill key="status" status={row.status} />,
        <Time key="at" at={row.createdAt} />,
      ]}
      all={<TextLink to={all}>{t('All transfers of this entity')}</TextLink>}
      empty={{
        title: t('No transfers yet'),
        text: t('Transfers from and to this entity are listed here with their state and cost.'),
        action: <LinkButton to={paths.newTransfer}>{t('New transfer')}</LinkButton>,
      }}
    />
  )
}

function columnsFor(entityId: string): Column<ListedTransfer>[] {
  return [
    column('status', t('Status'), { width: 168 }, (row) => <StatusPill status={row.status} />),
    column('party', t('From / to'), { width: 'grow' }, (row) => (
      <Parties other={otherOf(row, entityId)} />
    )),
    column('reference', t('Reference'), { width: 200, anchor: true }, (row) => (
      <span className="mono">{row.transactionId}</span>
    )),
    column('in', t('Amount in'), { width: 152, align: 'end', from: 900 }, ({ from }) => (
      <Amount value={from.amount} currency={from.currency} />
    )),
    column('out', t('Amount out'), { width: 152, align: 'end' }, ({ to, status }) => (
      <Amount value={to.amount} currency={to.currency} due={status !== 'COMPLETED'} />
    )),
    column('started', t('Started'), { width: 128, align: 'end' }, (row) => (
      <Time at={row.createdAt} />
    )),
  ]
}

type Other = { way: 'from' | 'to'; name: string }

/** The other side, and which way the money went; undefined between accounts of the customer alone. */
function otherOf({ from, to, parties }: ListedTransfer, entityId: string): Other | undefined {
  const { payer, payee } = parties
  const isOwn = from.entityId === to.entityId
  if (isOwn && payer === payee) return undefined
  const isPaid = isOwn ? payer !== from.fullName : from.entityId !== entityId
  return isPaid ? { way: 'from', name: payer } : { way: 'to', name: payee }
}

function Parties({ other }: { other: Other | undefined }) {
  if (!other) return <span>{t('Own accounts')}</span>
  return (
    <>
      <span className="faint">{other.way === 'from' ? t('from') : t('to')}</span> {other.name}
    </>
  )
}
