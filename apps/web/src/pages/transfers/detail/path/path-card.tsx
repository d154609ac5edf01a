import { History, MessageSquareText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isOver, type Timeline, type Transfer } from '../../../../api/queries/transfers.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SkeletonLines } from '../../../../ui/display/skeleton.tsx'
import { PathStrip } from './path-strip.tsx'
import { lazyPart } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const Departure = lazyPart(() => import('./departure.tsx'), 'Departure')
const Explanation = lazyPart(() => import('./explanation.tsx'), 'Explanation')
const Replay = lazyPart(() => import('./replay.tsx'), 'Replay')

type Props = { transfer: Transfer; timeline: Timeline | undefined }

/** Where the money is, where it was at any second, and the whole story in sentences. */
export function PathCard({ transfer, timeline }: Props) {
  const [isReplaying, setIsReplaying] = useState(false)
  const [isExplained, setIsExplained] = useState(false)
  const now = <PathStrip transfer={transfer} isNow />
  return (
    <section className="card mb-4" aria-label={t('Money path')}>
      {isReplaying && timeline ? (
        <Suspense fallback={now}>
          <Replay transfer={transfer} timeline={timeline} onClose={() => setIsReplaying(false)} />
        </Suspense>
      ) : (
        now
      )}
      {isOver(transfer) ? null : (
        <Suspense>
          <Departure transfer={transfer} />
        </Suspense>
      )}
      <div className="card-foot row flex-wrap">
        <Button
          size="s"
          icon={MessageSquareText}
          aria-expanded={isExplained}
          onClick={() => setIsExplained(!isExplained)}
        >
          {t('Explain')}
        </Button>
        {isReplaying ? null : (
          <Button
            size="s"
            icon={History}
            disabledReason={timeline ? undefined : t('The timeline is being read')}
            onClick={() => setIsReplaying(true)}
          >
            {t('Replay path')}
          </Button>
        )}
      </div>
      {isExplained ? (
        <Suspense fallback={<SkeletonLines />}>
          <Explanation executionId={transfer.executionId} version={transfer.version} />
        </Suspense>
      ) : null}
    </section>
  )
}
