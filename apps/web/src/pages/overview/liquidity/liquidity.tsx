import { PageHead } from '../../../ui/page/page-head.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'

export function Component() {
  return (
    <UnavailablePage
      heading="Liquidity"
      title="This version of the service has no liquidity reserves"
      text="A reserve keeps funds ready for a period against a fee. Nothing is reserved or owed for this workspace."
    />
  )
}

type Props = { heading: string; title: string; text: string }

/** A part of the service that this version of the console cannot show; it says so instead of pretending. */
function UnavailablePage({ heading, title, text }: Props) {
  return (
    <>
      <PageHead heading={heading} />
      <Card flush>
        <EmptyState title={title}>{text}</EmptyState>
      </Card>
    </>
  )
}
