import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList, fact } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { t } from '../../../messages/text.ts'

/** How long things are kept, and where files come from. */
export function DataTab() {
  return (
    <Card
      title={t('What is kept')}
      className="max-w-160"
      end={
        <LinkButton size="s" to={paths.transfers}>
          {t('Export transfers')}
        </LinkButton>
      }
    >
      <DescriptionList
        rows={[
          fact(t('Files of exports'), t('7 days; every list has an export')),
          fact(t('Webhook deliveries'), t('30 days after they ended')),
          fact(t('Notifications'), t('90 days')),
          fact(t('Transfers, deposits and the audit log'), t('Always')),
        ]}
      />
    </Card>
  )
}
