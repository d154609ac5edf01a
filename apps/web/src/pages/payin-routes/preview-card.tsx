import { Card } from '../../ui/card.tsx'
import { NetPreview } from './net-preview.tsx'
import type { PayinRoute } from './queries.ts'

/** What a deposit of an amount would come to at the destination, if it arrived now. */
export function PreviewCard({ route }: { route: PayinRoute }) {
  return (
    <Card title="What a deposit comes to">
      <NetPreview ends={route} jurisdiction={route.sourceJurisdiction} />
    </Card>
  )
}
