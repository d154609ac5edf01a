import { shownName, wholeName } from '@corridor/domain'
import { codeLabel } from '../../../messages/service.ts'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, Pencil } from 'lucide-react'
import { call, entities } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, DescriptionList, type Fact, fact } from '../../../ui/display/blocks.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { part } from '../../../ui/display/part.tsx'
import { listText, t } from '../../../messages/text.ts'

const CorridorReadiness = part(() => import('./readiness.tsx'), 'CorridorReadiness')

const NotesCard = part(() => import('../../../features/notes/notes-card.tsx'), 'NotesCard')

const LikenessCard = part(() => import('./likeness-card.tsx'), 'LikenessCard')

const LimitsCard = part(() => import('./limits-card.tsx'), 'LimitsCard')

/**
 * Who it is and how to reach it. Personal data shows only when it is asked for, which is put on
 * record first, and not for longer than the visit.
 */
export function Overview({ entity: masked }: { entity: Entity }) {
  const { entityId } = masked
  const reveal = useMutation({
    mutationFn: () => call(entities.reveal, { params: { entityId }, body: {} }),
    // Nobody else's page and no later visit reads it without being put on record.
    gcTime: 0,
    onError: (error) =>
      toast({ title: t('Personal data stays masked'), text: errorText(error), tone: 'fail' }),
  })
  const missing = useMissingPermission('accounts:read_sensitive')
  const open = reveal.data !== undefined
  const entity = reveal.data?.data ?? masked
  const Icon = open ? EyeOff : Eye
  return (
    <div className="grid">
      <div className="row flex-wrap">
        <Button
          size="s"
          icon={Icon}
          disabledReason={missing}
          busy={reveal.isPending}
          onClick={() => (open ? reveal.reset() : reveal.mutate())}
        >
          {open ? t('Hide') : t('Reveal')}
        </Button>
        <span className="muted">
          {open
            ? t('Personal data is shown until you leave. This is recorded in the audit log.')
            : t('Personal data is masked.')}
        </span>
        <LinkButton size="s" className="ml-auto" to={paths.editEntity(entityId)} icon={Pencil}>
          {t('Edit')}
        </LinkButton>
      </div>
      <div className="grid grid-3">
        <Card title={t('Identity')} facts={identityRows(entity)} />
        <Card title={t('Contact')} facts={contactRows(entity)} />
        <Card title={t('Permanent address')} facts={addressRows(entity.permanentAddress)} />
      </div>
      {entity.associatedPersons?.length ? (
        <AssociatedPersons persons={entity.associatedPersons} />
      ) : null}
      <LikenessCard entity={masked} />
      <LimitsCard entityId={entityId} />
      <CorridorReadiness entity={entity} />
      <NotesCard kind="entity" id={entityId} />
      {entity.metadata && Object.keys(entity.metadata).length > 0 ? (
        <Card
          title={t('Metadata')}
          facts={Object.entries(entity.metadata).map(([label, value]) => fact(label, value))}
        />
      ) : null}
    </div>
  )
}

/** A row; nothing stays a dash. The service sends masked what was not revealed. */
const row = (label: string, value: string | undefined): Fact =>
  fact(label, value === undefined || value === '' ? <span className="faint">–</span> : value)

/** Of a name in another script, the one that payments carry, or that it is missing. */
function latinRow({ latinName, latinNameProposal }: Entity): Fact | false {
  if (latinName !== undefined) return row(t('Name in Latin letters'), latinName)
  return (
    latinNameProposal !== undefined &&
    fact(t('Name in Latin letters'), <span className="faint">{t('Missing; banks need it')}</span>)
  )
}

function identityRows(entity: Entity): Fact[] {
  if (entity.type !== 'business') {
    return [
      row(t('Name'), entityName(entity)),
      latinRow(entity),
      row(t('Nationality'), countryName(entity.nationality)),
      row(t('Date of birth'), entity.dateOfBirth),
    ]
  }
  return [
    row(t('Name'), entityName(entity)),
    latinRow(entity),
    row(t('Incorporated in'), countryName(entity.incorporationCountry ?? '')),
    row(t('Incorporated on'), entity.incorporationDate),
    row(t('Registration number'), entity.registrationNumber),
    row(t('Tax id'), entity.taxId),
    entity.lei && row(t('LEI'), entity.lei),
    entity.industry && row(t('Industry'), entity.industry),
    entity.website && row(t('Website'), entity.website),
  ]
}

function contactRows(entity: Entity): Fact[] {
  return [row(t('Email'), entity.email), row(t('Phone number'), entity.phoneNumber)]
}

function addressRows(address: Entity['permanentAddress']): Fact[] {
  const optional = (label: string, text: string) => text && row(label, text)
  return [
    row(t('Street'), address.addressLine1),
    optional(t('Further line'), address.addressLine2),
    optional(t('Locality'), address.locality),
    optional(t('Postal code'), address.postalCode),
    row(t('City'), address.city),
    optional(t('State or region'), address.state),
    row(t('Country'), countryName(address.country)),
  ]
}

type Person = NonNullable<Entity['associatedPersons']>[number]

function AssociatedPersons({ persons }: { persons: readonly Person[] }) {
  return (
    <Card title={t('Associated people')} beside={<span className="muted">{persons.length}</span>}>
      <div className="grid grid-2 gap-8">
        {persons.map((person, at) => (
          <div key={at}>
            <h3 className="mb-2">
              {shownName({ name: wholeName(person), latinName: person.latinName })}
            </h3>
            <DescriptionList
              rows={[
                row(t('Roles'), listText(person.roles.map(codeLabel))),
                row(t('Owns'), `${person.ownershipPercent} %`),
                row(t('Nationality'), countryName(person.nationality)),
                row(t('Date of birth'), person.dateOfBirth),
                row(t('Email'), person.email),
              ]}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}
