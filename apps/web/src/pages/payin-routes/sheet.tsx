import { PageHead } from '../../components/page-head.tsx'
import { CreateRouteButton } from './create-route-button.tsx'

export function Component() {
  return <PageHead heading="Pay-in routes" actions={<CreateRouteButton />} />
}
