import './likeness.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { entities, q } from '../../../api/call.ts'
import { entitiesKey, type Entity } from '../../../api/queries/entities.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import { entityName } from '../../../features/entities/entity-name.ts'
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { Actor } from '../../../ui/display/actor.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { Name } from '../../../ui/display/name.tsx'
import { shortId, StatusPill, Time } from '../../../ui/display/values.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { SmallTable } from '../../../ui/table/small-table.tsx'
import {
  type Decision,
  decisionLabel,
  decisionsAbout,
  decisionText,
  isUndecided,
  type Likeness,
  likenessPill,
  partsText,
  strengthText,
} from './likeness-labels.ts'

const shownMax = 3

/** Other customers that may be this one, side by side with it, and the decision whether they are. */
export function LikenessCard({ entity }: { entity: Entity }) {
  const query = useQuery(q(entities.likenesses, { entityId: entity.entityId }))
  const open = query.data?.data.likenesses.some(isUndecided)
  return (
    <Card title={t('Customers who are alike')} {...(open ? { tone: 'hand' as const } : {})} flush>
      <Region query={query} what={t('Customers who are alike')}>
        {({ data: { likenesses, person } }) =>
          likenesses.length === 0 ? (
            <p className="muted p-4">{t('No other customer of yours is like this one.')}</p>
          ) : (
            <>
              {person.length > 1 ? <OnePerson count={person.length - 1} /> : null}
              <List entity={entity} likenesses={likenesses} />
            </>
          )
        }
      </Region>
    </Card>
  )
}

const OnePerson = ({ count }: { count: number }) => (
  <p className="px-4 pt-4">
    {plural(count, {
      one: 'One with {count} other customer: limits, sums and pauses count over both.',
      other: 'One with {count} other customers: limits, sums and pauses count over all of them.',
    })}
  </p>
)

/** Undecided ones first. */
function List({ entity, likenesses }: { entity: Entity; likenesses: readonly Likeness[] }) {
  const [all, setAll] = useState(false)
  const sorted = likenesses.toSorted((a, b) => Number(isUndecided(b)) - Number(isUndecided(a)))
  const shown = all ? sorted : sorted.slice(0, shownMax)
  return (
    <>
      <ul>
        {shown.map((likeness) => (
          <Alike key={likeness.entityId} entity={entity} likeness={likeness} />
        ))}
      </ul>
      {shown.length < sorted.length ? (
        <div className="card-foot">
          <Button size="s" onClick={() => setAll(true)}>
            {t('Show all {count}', { count: countText(sorted.length) })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

type Props = { entity: Entity; likeness: Likeness }

function Alike({ entity, likeness }: Props) {
  const { entityId, entity: other, strength, same, foundAt, status } = likeness
  const [isOpen, setOpen] = useState(isUndecided(likeness))
  return (
    <li className="likeness">
      <div className="row flex-wrap gap-3 px-4">
        <TextLink to={paths.entity(entityId)} className="strong">
          <Name name={entityName(other)} latinName={other.latinName} />
        </TextLink>
        <span className="mono muted">{shortId(entityId)}</span>
        <StatusPill {...likenessPill(likeness)} />
        <Button
          size="s"
          className="ml-auto"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Hide the records') : t('Compare the records')}
        </Button>
      </div>
      <p className="px-4">
        <b>{strengthText[strength]}</b>
        {' · '}
        {t('In common: {parts}', { parts: partsText(same) })}
        <span className="muted">
          {' · '}
          {rich('found {time}', { time: <Time at={foundAt} /> })}
        </span>
      </p>
      {isOpen ? <Compared entity={entity} likeness={likeness} /> : null}
      <div className="row flex-wrap gap-3 px-4">
        <Decided likeness={likeness} />
        <span className="row flex-wrap gap-3 ml-auto">
          {decisionsAbout(status).map((decision) => (
            <Decide key={decision} {...{ entity, likeness, decision }} />
          ))}
        </span>
      </div>
    </li>
  )
}

function Decided({ likeness: { decidedAt, decidedBy, reason } }: Pick<Props, 'likeness'>) {
  if (!decidedBy) return null
  return (
    <p className="muted break-anywhere">
      {rich('Decided by {who}, {time}: {reason}', {
        who: <Actor {...decidedBy} />,
        time: <Time at={decidedAt} />,
        reason,
      })}
    </p>
  )
}

type Line = {
  label: string
  part?: Likeness['same'][number]
  of: (entity: Entity) => ReactNode
}

const address = ({ permanentAddress: of }: Entity): string =>
  [of.addressLine1, of.postalCode, of.city, countryName(of.country)].filter(Boolean).join(', ')

const lines: readonly Line[] = [
  {
    label: t('Name'),
    part: 'NAME',
    of: (entity) => <Name name={entityName(entity)} latinName={entity.latinName} />,
  },
  { label: t('Date of birth'), part: 'BIRTH', of: ({ dateOfBirth }) => dateOfBirth },
  { label: t('Nationality'), of: ({ nationality }) => nationality && countryName(nationality) },
  {
    label: t('Registration number'),
    part: 'REGISTRATION',
    of: ({ registrationNumber }) => registrationNumber,
  },
  {
    label: t('Incorporated in'),
    part: 'COUNTRY',
    of: ({ incorporationCountry: country }) => country && countryName(country),
  },
  { label: t('Permanent address'), part: 'ADDRESS', of: address },
  { label: t('Phone number'), part: 'PHONE', of: ({ phoneNumber }) => phoneNumber },
  { label: t('Email'), of: ({ email }) => email },
  // The record has no document number; that it is the same is all that is known here.
  { label: t('Identity document'), part: 'DOCUMENT', of: () => t('same number') },
  { label: t('KYC'), of: ({ kycStatus }) => <StatusPill status={kycStatus} kind="kyc" /> },
  { label: t('Created'), of: ({ createdAt }) => <Time at={createdAt} /> },
]

/** Both records, what they have in common marked by a text. */
function Compared({ entity, likeness: { entity: other, same } }: Props) {
  const isSame = ({ part }: Line) => part !== undefined && same.includes(part)
  const rows = lines.filter((line) =>
    line.part === 'DOCUMENT' ? isSame(line) : Boolean(line.of(entity) || line.of(other)),
  )
  return (
    <SmallTable
      label={t('Both records')}
      className="likeness-table"
      columns={[
        {
          head: <span className="visually-hidden">{t('In common')}</span>,
          isRowHeading: true,
          cell: (line) => (
            <>
              {line.label}{' '}
              {isSame(line) ? <b className="tone-hand nowrap">{t('the same')}</b> : null}
            </>
          ),
        },
        { head: t('This customer'), cell: ({ of }) => of(entity) || none },
        { head: t('The other one'), cell: ({ of }) => of(other) || none },
      ]}
      rows={rows}
      rowId={({ label }) => label}
    />
  )
}

const none = <span className="faint">–</span>

function Decide(props: Props & { decision: Decision }) {
  const { decision, entity } = props
  const missing = useMissingPermission('entities:write')
  return (
    <DialogButton
      size="s"
      disabledReason={missing}
      dialog={(close) => <DecideDialog {...props} onClose={close} />}
    >
      {decisionLabel(decision, entity.type)}
    </DialogButton>
  )
}

type DialogProps = Props & { decision: Decision; onClose: () => void }

function DecideDialog({ entity, likeness, decision, onClose }: DialogProps) {
  const { entityId } = entity
  const { entityId: otherEntityId, entity: other, status } = likeness
  const decide = useAction(entities.decideLikeness, {
    stale: entitiesKey,
    done: t('It is decided'),
    onDone: onClose,
  })
  return (
    <ReasonDialog
      {...decisionText(decision, status)}
      button={decisionLabel(decision, entity.type)}
      isDangerous={false}
      isBusy={decide.isBusy}
      isRequired
      onConfirm={(reason) =>
        decide.send({ params: { entityId, otherEntityId }, body: { decision, reason } })
      }
      onClose={onClose}
      before={
        <ul>
          {[entity, other].map((each) => (
            <li key={each.entityId}>
              <Name name={entityName(each)} />{' '}
              <span className="mono muted">{shortId(each.entityId)}</span>
            </li>
          ))}
        </ul>
      }
      problem={<Refused title={t('It was not decided')} error={decide.error} />}
    />
  )
}
