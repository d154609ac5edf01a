import type { ComponentProps } from 'react'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { LiquidityActions } from './liquidity-actions.tsx'
import { LiquidityTabs } from './liquidity-tabs.tsx'
import { t } from '../../../messages/text.ts'

/** A tab that is no list: its head and tabs stand where those of the lists do. */
export function LiquidityPage({ current, children }: ComponentProps<typeof LiquidityTabs>) {
  return (
    <div className="s:-mt-2">
      <PageHead heading={t('Liquidity')} actions={<LiquidityActions />} />
      <div className="-mt-2 s:-mt-4">
        <LiquidityTabs current={current}>{children}</LiquidityTabs>
      </div>
    </div>
  )
}
