import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call, entities } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { DescriptionList, type DescriptionRow } from '../../../ui/display/description-list.tsx'
import { masked, maskedEmail, maskedEnd, maskedPhone } from '../../../ui/format/masking.ts'
import { codeLabel } from '../../../ui/format/status.ts'
import { toast } from '../../../ui/overlays/toast.ts'

const CorridorReadiness = lazy(async () => ({
  default: (await import('./readiness.tsx')).CorridorReadiness,
}))

const LimitsCard = lazy(async () => ({
  default: (await import('./limits-card.tsx')).LimitsCard,
}))

/**
 * Who it is and how to reach it. Personal data shows only when it is asked for, which is put on
 * record first, and not for longer than the visit.
 */
export function Overview({ entity }: { entity: Entity }) {
  const { entityId } = entity
  const [open, setOpen] = useState(false)
  const reveal = useMutation({
    mutationFn: () => call(entities.reveal, { params: { entityId }, body: {} }),
    onSuccess: () => setOpen(true),
    onError: (error) =>
      toast({ title: 'Personal data stays masked', text: errorText(error), tone: 'fail' }),
  })
  const missing = useMissingPermission('accounts:read_sensitive')
  const Icon = open ? EyeOff : Eye
  return (
    <div className="grid">
      <div className="row flex-wrap">
        <Button
          size="s"
          icon={<Icon className="icon-medium" />}
          disabledReason={missing}
          busy={reveal.isPending}
          onClick={() => (open ? setOpen(false) : reveal.mutate())}
        >
          {open ? 'Hide' : 'Reveal'}
        </Button>
        <span className="muted">
          {open
            ? 'Personal data is shown until you leave. This is recorded in the audit log.'
            : 'Personal data is masked.'}
        </span>
        <LinkButton
          size="s"
          className="ml-auto"
          to={paths.editEntity(entityId)}
          icon={<Pencil className="icon-medium" />}
        >
          Edit
        </LinkButton>
      </div>
      <div className="grid grid-3">
        <Card title="Identity">
          <DescriptionList rows={identityRows(entity, open)} />
        </Card>
        <Card title="Contact">
          <DescriptionList rows={contactRows(entity, open)} />
        </Card>
        <Card title="Permanent address">
          <DescriptionList rows={addressRows(entity.permanentAddress, open)} />
        </Card>
      </div>
      {entity.associatedPersons?.length ? (
        <AssociatedPersons persons={entity.associatedPersons} open={open} />
      ) : null}
      <Suspense>
        <LimitsCard entityId={entityId} />
        <CorridorReadiness entity={entity} />
      </Suspense>
      {entity.metadata && Object.keys(entity.metadata).length > 0 ? (
        <Card title="Metadata">
          <DescriptionList
            rows={Object.entries(entity.metadata).map(([label, value]) => ({ label, value }))}
          />
        </Card>
      ) : null}
    </div>
  )
}

type Mask = (text: string) => string

/** A row whose value is masked until it is revealed; nothing stays a dash. */
function row(label: string, value: string | undefined, open = true, mask: Mask = masked) {
  const shown = open ? (value ?? '') : mask(value ?? '')
  return { label, value: shown === '' ? <span className="faint">–</span> : shown }
}

function identityRows(entity: Entity, open: boolean): DescriptionRow[] {
  if (entity.type !== 'business') {
    return [
      row('Name', entityName(entity)),
      row('Nationality', countryName(entity.nationality)),
      row('Date of birth', entity.dateOfBirth, open),
    ]
  }
  return [
    row('Name', entityName(entity)),
    row('Incorporated in', countryName(entity.incorporationCountry ?? '')),
    row('Incorporated on', entity.incorporationDate),
    row('Registration number', entity.registrationNumber),
    row('Tax id', entity.taxId, open, maskedEnd),
    entity.industry ? row('Industry', entity.industry) : undefined,
    entity.website ? row('Website', entity.website) : undefined,
  ]
}

function contactRows(entity: Entity, open: boolean): DescriptionRow[] {
  return [
    row('Email', entity.email, open, maskedEmail),
    row('Phone number', entity.phoneNumber, open, maskedPhone),
  ]
}

function addressRows(address: Entity['permanentAddress'], open: boolean): DescriptionRow[] {
  const optional = (label: string, text: string) =>
    text === '' ? undefined : row(label, text, open)
  return [
    row('Street', address.addressLine1, open),
    optional('Further line', address.addressLine2),
    optional('Locality', address.locality),
    optional('Postal code', address.postalCode),
    row('City', address.city, open),
    optional('State or region', address.state),
    row('Country', countryName(address.country)),
  ]
}

type Person = NonNullable<Entity['associatedPersons']>[number]

function AssociatedPersons({ persons, open }: { persons: readonly Person[]; open: boolean }) {
  return (
    <Card title="Associated people" beside={<span className="muted">{persons.length}</span>}>
      <div className="grid grid-3">
        {persons.map((person) => (
          <div key={person.email}>
            <h3>
              {person.firstName} {person.lastName}
            </h3>
            <DescriptionList
              rows={[
                row('Roles', person.roles.map(codeLabel).join(', ')),
                row('Owns', `${person.ownershipPercent} %`),
                row('Nationality', countryName(person.nationality)),
                row('Date of birth', person.dateOfBirth, open),
                row('Email', person.email, open, maskedEmail),
              ]}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}
