import { UnavailablePage } from './later.tsx'

export function Component() {
  return (
    <UnavailablePage
      heading="Liquidity"
      title="This version of the service has no liquidity reserves"
      text="A reserve keeps funds ready for a period against a fee. Nothing is reserved or owed for this workspace."
    />
  )
}
