import { UnavailablePage } from './later.tsx'

export function Component() {
  return (
    <UnavailablePage
      heading="Pay-in routes"
      title="This version of the service has no pay-in routes"
      text="A pay-in route forwards what arrives in a funding account to an account or wallet by itself. Nothing is forwarded for this workspace."
    />
  )
}
