import type { ExternalAccount } from '../../../api/queries/accounts.ts'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { isApiError } from '../../../api/errors.ts'
import { FormSummary } from '../../../ui/fields/form-summary.tsx'
import type { FormProblem } from '../../../ui/fields/use-refusal.ts'
import { paths } from '../../../routing/paths.ts'
import { Notice } from '../../../ui/display/blocks.tsx'
import { routeNamed } from '../../../features/payin-routes/create-choice.ts'
import type { RouteItem } from '../../../api/queries/payin-routes.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  problem: FormProblem | undefined
  /** The route that forwards from the chosen funding account now. */
  active: RouteItem | undefined
  entityId: string
  destination: ExternalAccount | undefined
}

/** What stands in the way of the route and what helps, above the form. */
export function CreateRefusal({ problem, active, entityId, destination }: Props) {
  const error = problem?.error
  const routed = isApiError(error, 'FUNDING_ACCOUNT_ALREADY_ROUTED') ? routeNamed(error) : undefined
  if (routed !== undefined || active) {
    const routeId = active?.routeId ?? routed ?? ''
    const isSame = active !== undefined && active.externalAccountId === destination?.accountId
    return <AlreadyRouted {...{ routeId, active, isSame }} isRefused={routed !== undefined} />
  }
  if (isApiError(error, 'KYC_REQUIRED')) {
    const lines = error.details.map(({ message }) => message)
    return <NeedsKyc {...{ lines, entityId, destination }} />
  }
  return <FormSummary title={t('The route was not created')} problem={problem} />
}

type RoutedProps = {
  routeId: string
  active: RouteItem | undefined
  isSame: boolean
  isRefused: boolean
}

/** A funding account forwards to one destination at a time; shown before the button and after it. */
function AlreadyRouted({ routeId, active, isSame, isRefused }: RoutedProps) {
  return (
    <div data-summary tabIndex={-1}>
      <Notice
        tone="hand"
        alert={isRefused}
        look="edge"
        title={
          isSame
            ? t('This route already exists')
            : t('This funding account already has an active route')
        }
        actions={
          routeId ? (
            <LinkButton size="s" to={paths.payinRoute(routeId)}>
              {t('Open route')}
            </LinkButton>
          ) : null
        }
      >
        {active && !isSame
          ? t('It forwards to {name}.', { name: active.destinationEntity.name })
          : null}{' '}
        {isSame
          ? t('Creating it again changes nothing and opens the existing one.')
          : t(
              'A funding account forwards to one destination at a time. Change the destination of that route instead; its deposit details and history are kept.',
            )}
      </Notice>
    </div>
  )
}

type KycProps = {
  lines: readonly string[]
  entityId: string
  destination: ExternalAccount | undefined
}

function NeedsKyc({ lines, entityId, destination }: KycProps) {
  const other = destination && destination.entityId !== entityId ? destination : undefined
  return (
    <div data-summary tabIndex={-1}>
      <Notice
        tone="hand"
        alert
        title={t('Verification is missing for this route')}
        actions={
          <LinkButton size="s" to={paths.entity(entityId, 'kyc')}>
            {t('Open KYC')}
          </LinkButton>
        }
      >
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {t('Both customers must be verified for their jurisdictions.')}{' '}
        {other ? (
          <TextLink to={paths.entity(other.entityId, 'kyc')}>
            {t('KYC of {name}', { name: other.accountHolder.name })}
          </TextLink>
        ) : null}
      </Notice>
    </div>
  )
}
