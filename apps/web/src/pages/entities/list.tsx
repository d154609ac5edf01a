import { ListChecks, Plus } from 'lucide-react'
import { entities } from '../../api/call.ts'
import { type Entity, entityCountry, entityName } from '../../components/entity.ts'
import { LinkButton } from '../../components/links.tsx'
import { ListPage } from '../../components/table/list-page.tsx'
import { listSource } from '../../components/table/list-source.ts'
import type { Column, FilterField } from '../../components/table/types.ts'
import { paths } from '../../paths.ts'
import { countryName, countryOptions } from '../../ui/countries.ts'
import { wordOf } from '../../ui/status.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Time } from '../../ui/time.tsx'

const empty = {
  title: 'No entities yet',
  text: 'An entity is a customer, person or business, in whose name money moves. Its wallet and accounts belong to it.',
  action: <NewEntity />,
}

const source = listSource(['entities', 'list'], entities.list)

const columns: Column<Entity>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'grow',
    anchor: true,
    sort: 'name',
    cell: (row) => <span className="strong">{entityName(row)}</span>,
  },
  { id: 'type', header: 'Type', width: 112, cell: (row) => wordOf(row.type) },
  {
    id: 'country',
    header: 'Country',
    width: 176,
    cell: (row) => countryName(entityCountry(row)),
  },
  {
    id: 'kyc',
    header: 'KYC status',
    width: 200,
    cell: (row) => <StatusPill status={row.kycStatus} kind="kyc" />,
  },
  {
    id: 'reference',
    header: 'Your reference',
    width: 160,
    from: 1000,
    cell: (row) =>
      row.externalReference ? (
        <span className="mono">{row.externalReference}</span>
      ) : (
        <span className="faint">–</span>
      ),
  },
  {
    id: 'created',
    header: 'Created',
    width: 136,
    align: 'end',
    sort: 'createdAt',
    cell: (row) => <Time at={row.createdAt} />,
  },
]

const words = (text: string) => text.split(' ').map((value) => ({ value, label: wordOf(value) }))

const filters: FilterField[] = [
  {
    kind: 'choice',
    key: 'kycStatus',
    label: 'KYC status',
    options: words(
      'NOT_STARTED INCOMPLETE SUBMITTED UNDER_REVIEW INFORMATION_REQUIRED APPROVED REJECTED EXPIRED PAUSED OFFBOARDED',
    ),
  },
  { kind: 'choice', key: 'country', label: 'Country', options: countryOptions() },
  { kind: 'choice', key: 'type', label: 'Type', options: words('individual business') },
  { kind: 'text', key: 'q', label: 'Text', placeholder: 'Name, e-mail, your reference' },
  { kind: 'dates', key: 'created', label: 'Created', from: 'createdFrom', to: 'createdTo' },
]

/** The customers of the workspace. */
export function Component() {
  return (
    <ListPage
      heading="Entities"
      noun={['entity', 'entities']}
      source={source}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      rowId={idOf}
      rowLink={linkOf}
      stack={linesOf}
      empty={empty}
      actions={Actions}
    />
  )
}

function Actions() {
  return (
    <>
      <LinkButton to={paths.kycQueue} icon={<ListChecks className="i-m" />}>
        Compliance queue
      </LinkButton>
      <NewEntity />
    </>
  )
}

function NewEntity() {
  return (
    <LinkButton to={paths.newEntity} variant="primary" icon={<Plus className="i-m" />}>
      New entity
    </LinkButton>
  )
}

function idOf(row: Entity) {
  return row.entityId
}

function linkOf(row: Entity) {
  return { to: paths.entity(row.entityId), label: entityName(row) }
}

function linesOf(row: Entity) {
  return [
    entityName(row),
    wordOf(row.type),
    <StatusPill key="status" status={row.kycStatus} kind="kyc" />,
    countryName(entityCountry(row)),
  ] as const
}
