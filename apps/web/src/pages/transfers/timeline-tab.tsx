import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import type { TransferEvent } from './queries.ts'
import { Steps } from './steps.tsx'
import type { Transfer } from './words.ts'

type Props = { transfer: Transfer; events: readonly TransferEvent[] | undefined }

export function TimelineTab({ transfer, events }: Props) {
  const [withEvents, setWithEvents] = useState(true)
  return (
    <Card
      title="Timeline"
      className="self-start"
      end={
        <Checkbox
          label="Show events and approvals"
          checked={withEvents}
          onChange={(event) => setWithEvents(event.target.checked)}
        />
      }
    >
      <Steps transfer={transfer} events={withEvents ? events : undefined} />
    </Card>
  )
}
