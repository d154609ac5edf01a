import './readiness.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { durationText } from '../../../ui/format/duration-text.ts'
import { type Entity, readinessQuery } from '../../../api/queries/entities.ts'
import { entityCountry } from '../../../features/entities/entity-name.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type Corridor, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill } from '../../../ui/display/values.tsx'
import { requirementsQuery } from '../../../api/queries/kyc.ts'
import { labelOf, labelsOf } from '../../../features/kyc/kyc-labels.ts'
import { serviceText } from '../../../messages/service.ts'
import { listText, plural, t } from '../../../messages/text.ts'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows take several lines on a small screen, which a <table> cannot */

const shownMax = 10
const answersShown = 3

/** From where to where this customer's money can go, what it costs, and what is still missing for it. */
export function CorridorReadiness({ entity }: { entity: Entity }) {
  const { entityId } = entity
  const jurisdictions = useQuery(jurisdictionsQuery)
  const all = jurisdictions.data?.data ?? []
  const home = all.find(({ countryCode }) => countryCode === entityCountry(entity))?.id ?? ''
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({})
  const from = chosen.from ?? home
  const to = chosen.to ?? ''
  const query = useQuery({
    ...readinessQuery(entityId, { from, to, limit: shownMax }),
    enabled: jurisdictions.data !== undefined,
  })
  const options = [
    { value: '', label: t('Anywhere') },
    ...all.map(({ id, name, currency }) => ({
      value: id,
      label: serviceText(name),
      sub: currency,
    })),
  ]
  return (
    <Card title={t('Corridor readiness')} flush>
      <div className="grid grid-2 p-4">
        <Combobox
          label={t('From')}
          options={options}
          value={from}
          onChange={(id) => setChosen({ ...chosen, from: id })}
        />
        <Combobox
          label={t('To')}
          options={options}
          value={to}
          onChange={(id) => setChosen({ ...chosen, to: id })}
        />
      </div>
      <Region query={query} what={t('Corridors')}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState title={t('No corridor')}>
              {t('Transfers between these two are not available.')}
            </EmptyState>
          ) : (
            <>
              <Table corridors={data} entityId={entityId} />
              {pagination.hasMore ? (
                <p className="hint p-4">
                  {pagination.total === undefined
                    ? t('There are more corridors.')
                    : t('{count} corridors, of which {limit} are shown.', {
                        count: countText(pagination.total),
                        limit: shownMax,
                      })}{' '}
                  {t('Choose an origin or a destination to see others.')}
                </p>
              ) : null}
            </>
          )
        }
      </Region>
    </Card>
  )
}

function Table({ corridors, entityId }: { corridors: readonly Corridor[]; entityId: string }) {
  const { data } = useQuery(requirementsQuery(entityId, undefined, 'STANDARD'))
  const labels = labelsOf(data?.data)
  const { closed, answers } = whatOpens(corridors)
  const isSummed = closed > 1
  return (
    <>
      {isSummed ? (
        <div className="row between flex-wrap gap-3 px-4 pb-4">
          <span>
            <span className="strong">
              {plural(
                answers.length,
                {
                  one: '{count} answer opens {corridors} corridors.',
                  other: '{count} answers open {corridors} corridors.',
                },
                { count: countText(answers.length), corridors: countText(closed) },
              )}
            </span>{' '}
            <span className="muted">{listText(wantedOf(answers, labels))}</span>
          </span>
          <LinkButton size="s" to={paths.entity(entityId, 'kyc')}>
            {t('Open KYC')}
          </LinkButton>
        </div>
      ) : null}
      <Rows corridors={corridors} entityId={entityId} labels={labels} isSummed={isSummed} />
    </>
  )
}

type Wanted = readonly { key: string; opens: number }[]

/** The answers that open most, each with how many corridors, and how many other ones there are. */
function wantedOf(answers: Wanted, labels: ReadonlyMap<string, string>): string[] {
  const first = answers
    .slice(0, answersShown)
    .map(({ key, opens }) => `${labelOf(key, labels)} (${countText(opens)})`)
  const others = answers.length - first.length
  return others > 0 ? [...first, t('{count} more', { count: countText(others) })] : first
}

/** Where one sentence above says what is missing, rows do not say it again. */
function Rows({ corridors, ...rest }: CommonProps & { corridors: readonly Corridor[] }) {
  return (
    <div role="table" aria-label={t('Corridors')}>
      <div className="corridor-row corridor-row-head" role="row">
        <span role="columnheader">{t('From')}</span>
        <span role="columnheader">{t('To')}</span>
        <span role="columnheader">{t('Fee')}</span>
        <span role="columnheader">{t('Time')}</span>
        <span role="columnheader">{t('Readiness')}</span>
      </div>
      {corridors.map((corridor) => (
        <div className="corridor-row" role="row" key={`${corridor.from.id} ${corridor.to.id}`}>
          <span role="cell">
            <Place {...corridor.from} />
          </span>
          <span role="cell">
            <span className="caption only-small">{t('To')} </span>
            <Place {...corridor.to} />
          </span>
          <span role="cell">{serviceText(corridor.fee.summary)}</span>
          <span role="cell">{durationText(corridor.etaMinutes)}</span>
          <div role="cell">
            <Readiness corridor={corridor} {...rest} />
          </div>
        </div>
      ))}
    </div>
  )
}

function Place({ name, currency }: Corridor['from']) {
  return (
    <>
      {serviceText(name)}{' '}
      {name.endsWith(currency) ? null : <span className="muted">{currency}</span>}
    </>
  )
}

type CommonProps = { entityId: string; labels: ReadonlyMap<string, string>; isSummed: boolean }
/** Ready, or what is missing and where it is answered. A corridor that is down says so first. */
function Readiness({ corridor, entityId, labels, isSummed }: CommonProps & { corridor: Corridor }) {
  const { health, requirements } = corridor
  const { ready, missing = [] } = requirements
  const down = health === 'AVAILABLE' ? null : <StatusPill status={health} />
  if (ready)
    return (
      <span className="row">
        {down ?? <StatusPill status="READY" meaning="done" label={t('Ready')} />}
      </span>
    )
  return (
    <div className="row flex-wrap">
      {down}
      <StatusPill status="NOT_READY" meaning="hand" label={t('Not ready')} />
      {missing.length > 0 ? (
        <details className="more">
          <summary>{t('{count} missing', { count: missing.length })}</summary>
          <ul>
            {missing.map((key) => (
              <li key={key}>{labelOf(key, labels)}</li>
            ))}
          </ul>
        </details>
      ) : (
        <span className="muted">{t('Verification is not approved')}</span>
      )}
      {isSummed ? null : (
        <LinkButton size="s" to={paths.entity(entityId, 'kyc')}>
          {t('Open KYC')}
        </LinkButton>
      )}
    </div>
  )
}

type Lacking = { requirements: Pick<Corridor['requirements'], 'ready' | 'missing'> }

/** Answers that are missing, each with how many of these corridors wait for it, the most wanted first. */
export function whatOpens(corridors: readonly Lacking[]) {
  const closed = corridors.filter(
    ({ requirements: { ready, missing = [] } }) => !ready && missing.length > 0,
  )
  const counts = new Map<string, number>()
  for (const { requirements } of closed)
    for (const key of requirements.missing ?? []) counts.set(key, (counts.get(key) ?? 0) + 1)
  const answers = [...counts]
    .map(([key, opens]) => ({ key, opens }))
    .toSorted((a, b) => b.opens - a.opens)
  return { closed: closed.length, answers }
}
