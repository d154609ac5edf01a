import { entityFilters } from '@corridor/contract/members'
import { filterFields } from '../../../ui/table/member-columns.tsx'
import { codeLabel } from '../../../messages/service.ts'
import { ListChecks, Plus } from 'lucide-react'
import { entityCountry, entityName } from '../../../features/entities/entity-name.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { column } from '../../../ui/table/column.ts'
import { paths } from '../../../routing/paths.ts'
import { countryName, countryOptions } from '../../../ui/format/countries.ts'
import { Name } from '../../../ui/display/name.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { type EntityRow, entitiesSource } from '../../../api/queries/entities.ts'
import { plural, t } from '../../../messages/text.ts'

const empty = {
  title: t('No entities yet'),
  text: t(
    'An entity is the person or business whose money you move. Wallets and accounts belong to it.',
  ),
  action: <NewEntity />,
}

const columns: Column<EntityRow>[] = [
  column('name', t('Name'), { width: 'grow', anchor: true, sort: 'name' }, (row) => (
    <span className="row">
      <span className="strong truncated">
        <Name name={entityName(row)} latinName={row.latinName} />
      </span>
      <Alike count={row.likenesses} />
    </span>
  )),
  column('type', t('Type'), { width: 112 }, (row) => codeLabel(row.type)),
  column('country', t('Country'), { width: 176 }, (row) => countryName(entityCountry(row))),
  column('kyc', t('KYC status'), { width: 200 }, (row) => (
    <StatusPill status={row.kycStatus} kind="kyc" />
  )),
  column('missing', t('Missing'), { width: 88, align: 'end', from: 910 }, ({ missing }) => (
    <span title={missing.join(', ')}>
      <Count of={missing.length} />
    </span>
  )),
  column('accounts', t('Accounts'), { width: 96, align: 'end', from: 1006 }, (row) => (
    <Count of={row.accounts} />
  )),
  column('wallets', t('Wallets'), { width: 88, align: 'end', from: 1094 }, (row) => (
    <Count of={row.wallets} />
  )),
  column('reference', t('Your reference'), { width: 160, from: 1254 }, (row) =>
    row.externalReference ? (
      <span className="mono">{row.externalReference}</span>
    ) : (
      <span className="faint">–</span>
    ),
  ),
  column('created', t('Created'), { width: 136, align: 'end', sort: 'createdAt' }, (row) => (
    <Time at={row.createdAt} />
  )),
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
  isLike: [
    { value: 'true', label: t('Like another, undecided') },
    { value: 'false', label: t('Like nobody, or decided') },
  ],
  q: t('Name, e-mail, id, your reference'),
})
/** The customers of the workspace. */
export function Component() {
  return (
    <ExportedList
      exports="entities"
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
    />
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

/** Somebody decides whether it is another customer's second record. */
function Alike({ count }: { count: number }) {
  if (count === 0) return null
  const title = plural(count, {
    one: 'Like {count} other customer, undecided',
    other: 'Like {count} other customers, undecided',
  })
  return (
    <span title={title}>
      <StatusPill status="OPEN" label={t('Alike')} meaning="hand" />
    </span>
  )
}

function idOf(row: EntityRow) {
  return row.entityId
}

function linkOf(row: EntityRow) {
  return { to: paths.entity(row.entityId), label: entityName(row) }
}

function linesOf(row: EntityRow) {
  return [
    <Name key="name" name={entityName(row)} latinName={row.latinName} />,
    codeLabel(row.type),
    <span key="status">
      <StatusPill status={row.kycStatus} kind="kyc" /> <Alike count={row.likenesses} />
    </span>,
    countryName(entityCountry(row)),
  ] as const
}
