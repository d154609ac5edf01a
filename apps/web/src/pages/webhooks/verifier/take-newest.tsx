import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, webhooks } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { deliveryQuery } from '../../../api/queries/webhooks.ts'
import { t } from '../../../messages/text.ts'

type Taken = { headers: string; rawBody: string }

/** Fills headers and body from what the service sent last. */
export function TakeNewest({ onTaken }: { onTaken: (taken: Taken) => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const taken = await newestSent(queries)
      if (taken) onTaken(taken)
      else toast({ title: t('Nothing was sent yet') })
    } catch {
      toast({ tone: 'fail', title: t('The newest delivery could not be read') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" busy={isBusy} onClick={() => void take()}>
      {t('Take newest delivery')}
    </Button>
  )
}

async function newestSent(queries: QueryClient): Promise<Taken | undefined> {
  const query = { limit: '20', status: 'DELIVERED,RETRYING,EXHAUSTED' }
  const { data } = await call(webhooks.deliveries, { query })
  const newest = data.find(({ attempts }) => attempts.length > 0)
  if (!newest) return undefined
  const read = await queries.fetchQuery(deliveryQuery(newest.deliveryId))
  const { attempts, body = '' } = read.data
  const headers = Object.entries(attempts.at(-1)?.requestHeaders ?? {})
  return { headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'), rawBody: body }
}
