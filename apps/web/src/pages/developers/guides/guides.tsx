import { ExternalLink } from 'lucide-react'
import { DeveloperTabs } from '../../../features/developers/developer-tabs.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { t } from '../../../messages/text.ts'

/** Served beside the reference, from the files that our tests run. */
const guides = [
  {
    href: '/docs/guides/first-transfer',
    title: t('Your first transfer in ten minutes'),
    text: t('A customer, its verification, two accounts, a quote, and the money on its way.'),
  },
  {
    href: '/docs/guides/webhooks',
    title: t('Webhooks'),
    text: t('Receive events, verify them, handle each once and in order.'),
  },
  {
    href: '/docs/guides/signing',
    title: t('Signing'),
    text: t('Wallets, and transfers that only their owners can sign.'),
  },
  {
    href: '/docs/guides/prove-accounts',
    title: t('Prove accounts'),
    text: t('Show that an account is the customer’s own, by a payment, a signature or papers.'),
  },
  {
    href: '/docs/guides/check-payees',
    title: t('Check payees'),
    text: t('Ask in whose name an account is, and decide about names that differ.'),
  },
  {
    href: '/docs/guides/sandbox',
    title: t('Sandbox'),
    text: t('Messages, decisions, failures and the clock of the sandbox.'),
  },
] as const

/** Where a partner's programmer reads how it is done. */
export function Component() {
  return (
    <>
      <PageHead
        heading={t('Developers')}
        text={t('Each guide is a program that runs as it is written. They are in English.')}
      />
      <DeveloperTabs current="guides">
        <div className="grid gap-4 max-w-160">
          {guides.map(({ href, title, text }) => (
            <Card key={href} title={title}>
              <p className="muted">{text}</p>
              <a className="button mt-3" href={href} aria-label={t('Read {title}', { title })}>
                <ExternalLink className="icon-medium" />
                {t('Read##a guide')}
              </a>
            </Card>
          ))}
        </div>
      </DeveloperTabs>
    </>
  )
}
