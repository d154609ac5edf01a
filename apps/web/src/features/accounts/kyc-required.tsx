import { LinkButton } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Notice } from '../../ui/display/notice.tsx'

/** The way out of a refusal for want of verification. */
export function KycRequired({ entityId }: { entityId: string }) {
  return (
    <Notice
      tone="hand"
      alert
      title="This entity is not verified for this jurisdiction"
      actions={
        <LinkButton size="s" to={paths.entity(entityId, 'kyc')}>
          Open KYC
        </LinkButton>
      }
    >
      Deposits are only taken for verified customers. Its KYC tab says what is missing; come back
      once it is approved.
    </Notice>
  )
}
