import { LinkButton } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Notice } from '../../ui/display/blocks.tsx'
import { t } from '../../messages/text.ts'

/** The way out of a refusal for want of verification. */
export function KycRequired({ entityId }: { entityId: string }) {
  return (
    <Notice
      tone="hand"
      alert
      title={t('This entity is not verified for this jurisdiction')}
      actions={
        <LinkButton size="s" to={paths.entity(entityId, 'kyc')}>
          {t('Open KYC')}
        </LinkButton>
      }
    >
      {t(
        'Deposits are only taken for verified customers. Its KYC tab says what is missing; come back once it is approved.',
      )}
    </Notice>
  )
}
