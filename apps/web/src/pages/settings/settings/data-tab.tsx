import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
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
          { label: t('Files of exports'), value: t('7 days; every list has an export') },
          { label: t('Webhook deliveries'), value: t('30 days after they ended') },
          { label: t('Notifications'), value: t('90 days') },
          { label: t('Transfers, deposits and the audit log'), value: t('Always') },
        ]}
      />
    </Card>
  )
}
