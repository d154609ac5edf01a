import { entityFilters } from '@corridor/contract/members'
import { filterFields } from '../../../ui/table/member-columns.tsx'
import { codeLabel } from '../../../messages/service.ts'
import { ListChecks, Plus } from 'lucide-react'
import { entityCountry, entityName } from '../../../features/entities/entity-name.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { paths } from '../../../routing/paths.ts'
import { countryName, countryOptions } from '../../../ui/format/countries.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { type EntityRow, entitiesSource } from '../../../api/queries/entities.ts'
import { t } from '../../../messages/text.ts'

const empty = {
  title: t('No entities yet'),
  text: t(
    'An entity is the person or business whose money you move. Wallets and accounts belong to it.',
  ),
  action: <NewEntity />,
}

const columns: Column<EntityRow>[] = [
  {
    id: 'name',
    header: t('Name'),
    width: 'grow',
    anchor: true,
    sort: 'name',
    cell: (row) => <span className="strong">{entityName(row)}</span>,
  },
  { id: 'type', header: t('Type'), width: 112, cell: (row) => codeLabel(row.type) },
  {
    id: 'country',
    header: t('Country'),
    width: 176,
    cell: (row) => countryName(entityCountry(row)),
  },
  {
    id: 'kyc',
    header: t('KYC status'),
    width: 200,
    cell: (row) => <StatusPill status={row.kycStatus} kind="kyc" />,
  },
  {
    id: 'missing',
    header: t('Missing'),
    width: 88,
    align: 'end',
    from: 910,
    cell: ({ missing }) => (
      <span title={missing.join(', ')}>
        <Count of={missing.length} />
      </span>
    ),
  },
  {
    id: 'accounts',
    header: t('Accounts'),
    width: 96,
    align: 'end',
    from: 1006,
    cell: (row) => <Count of={row.accounts} />,
  },
  {
    id: 'wallets',
    header: t('Wallets'),
    width: 88,
    align: 'end',
    from: 1094,
    cell: (row) => <Count of={row.wallets} />,
  },
  {
    id: 'reference',
    header: t('Your reference'),
    width: 160,
    from: 1254,
    cell: (row) =>
      row.externalReference ? (
        <span className="mono">{row.externalReference}</span>
      ) : (
        <span className="faint">–</span>
      ),
  },
  {
    id: 'created',
    header: t('Created'),
    width: 136,
    align: 'end',
    sort: 'createdAt',
    cell: (row) => <Time at={row.createdAt} />,
  },
]

/** What most customers lack; any other key works in the address as well. */
const missingItems = [
  { value: 'document:identity', label: t('Proof of identity') },
  { value: 'document:address', label: t('Proof of address') },
  { value: 'document:incorporation', label: t('Certificate of incorporation') },
  { value: 'document:ownership', label: t('Ownership structure') },
  { value: 'taxId', label: t('Tax id') },
  { value: 'sourceOfFunds', label: t('Source of funds') },
  { value: 'consent:TERMS_OF_SERVICE', label: t('Consent to the terms') },
]

const filters = filterFields(entityFilters, {
  country: countryOptions(),
  missing: missingItems,
  hasWallet: [
    { value: 'true', label: t('Has a wallet') },
    { value: 'false', label: t('Has none') },
  ],
  q: t('Name, e-mail, id, your reference'),
})
/** The customers of the workspace. */
export function Component() {
  const exporting = useListExport('entities')
  return (
    <>
      <ListPage
        heading={t('Entities')}
        noun={[t('entity'), t('entities')]}
        source={entitiesSource}
        columns={columns}
        filters={filters}
        defaultSort="-createdAt"
        rowId={idOf}
        rowLink={linkOf}
        stack={linesOf}
        empty={empty}
        actions={Actions}
        onExport={exporting.onExport}
      />
      {exporting.dialog}
    </>
  )
}

function Actions() {
  return (
    <>
      <LinkButton to={paths.kycQueue} icon={ListChecks}>
        {t('Compliance queue')}
      </LinkButton>
      <NewEntity />
    </>
  )
}

function NewEntity() {
  return (
    <LinkButton to={paths.newEntity} data-key="new" variant="primary" icon={Plus}>
      {t('New entity')}
    </LinkButton>
  )
}

/** None is the usual case, and stays quiet. */
function Count({ of }: { of: number }) {
  return of === 0 ? <span className="faint">–</span> : <span className="number">{of}</span>
}

function idOf(row: EntityRow) {
  return row.entityId
}

function linkOf(row: EntityRow) {
  return { to: paths.entity(row.entityId), label: entityName(row) }
}

function linesOf(row: EntityRow) {
  return [
    entityName(row),
    codeLabel(row.type),
    <StatusPill key="status" status={row.kycStatus} kind="kyc" />,
    countryName(entityCountry(row)),
  ] as const
}
