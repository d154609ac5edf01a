import { PageHead } from '../../../ui/page/page-head.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'

type Props = { heading: string; title: string; text: string }

/** A part of the service that this version of the console cannot show; it says so instead of pretending. */
export function UnavailablePage({ heading, title, text }: Props) {
  return (
    <>
      <PageHead heading={heading} />
      <Card flush>
        <EmptyState title={title}>{text}</EmptyState>
      </Card>
    </>
  )
}
