import { PageHead } from '../../components/page-head.tsx'

export function Component() {
  return <PageHead heading="Overview" />
}
