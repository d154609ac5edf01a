import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { actorKind } from '../../../ui/display/actor.tsx'
import { knownStates, readStatus } from '../../../ui/format/status.ts'
import { Time } from '../../../ui/display/values.tsx'
import { Timeline } from '../../../ui/display/timeline.tsx'
import type { Kyc } from '../../../api/queries/kyc.ts'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { placesText } from '../../../features/kyc/places-text.ts'

const firstItems = 8

const placesOf = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : placesText(names.length)

/** A step of the verification is its own reason, which the title says. */
const reasonText = (reason: string): string =>
  knownStates.includes(reason) ? '' : serviceText(reason)

/** Every change of status, the newest first, with who caused it and why. */
export function KycHistory({ history }: { history: Kyc['history'] }) {
  const { data } = useQuery(jurisdictionsQuery)
  const [all, setAll] = useState(false)
  const nameOf = (id: string) => serviceText(data?.data.find((item) => item.id === id)?.name ?? id)
  const newest = decisionsOf(history)
  const shown = all ? newest : newest.slice(0, firstItems)
  return (
    <Card
      title={t('Status history')}
      footer={
        shown.length < newest.length ? (
          <Button size="s" onClick={() => setAll(true)}>
            {t('Show all {count}', { count: countText(newest.length) })}
          </Button>
        ) : undefined
      }
    >
      {newest.length === 0 ? <p className="muted">{t('Nothing has happened yet.')}</p> : null}
      <Timeline
        label={t('Status history')}
        items={shown.map(({ item, places }, index) => ({
          key: `${item.at}-${index}`,
          meaning: readStatus(item.to, 'kyc').meaning,
          title: (
            <>
              {readStatus(item.to, 'kyc').label}
              {places.length > 0 ? (
                <span className="muted"> · {placesOf(places.map(nameOf))}</span>
              ) : null}
            </>
          ),
          aside: <Time at={item.at} />,
          text: [reasonText(item.reason), item.actorName || actorKind(item.actor)]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </Card>
  )
}

type Item = Kyc['history'][number]

/** One decision, which may be about many jurisdictions at once, the newest first. */
export function decisionsOf(history: readonly Item[]): { item: Item; places: string[] }[] {
  const decisions = new Map<string, { item: Item; places: Set<string> }>()
  for (const item of history) {
    const key = JSON.stringify([item.at, item.to, item.reason, item.actor])
    const decision = decisions.get(key) ?? { item, places: new Set<string>() }
    if (item.jurisdictionId) decision.places.add(item.jurisdictionId)
    decisions.set(key, decision)
  }
  return [...decisions.values()]
    .map(({ item, places }) => ({ item, places: [...places] }))
    .sort((first, other) => Date.parse(other.item.at) - Date.parse(first.item.at))
}
