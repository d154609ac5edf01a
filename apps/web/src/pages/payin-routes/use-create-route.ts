import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, payinRoutes } from '../../api/call.ts'
import { useAction } from '../../components/confirmed-call.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.ts'
import { openQuestions, readRefusal, type Refusal, type RouteChoice } from './create-choice.ts'
import type { RouteItem } from './queries.ts'

const noRefusal: Refusal = { errors: {}, lines: [], requestId: undefined }

/** Makes a route and opens it; one that is there already is opened, too, and says so. */
export function useCreateRoute() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState(noRefusal)
  const [refusals, setRefusals] = useState(0)
  const create = useAction(payinRoutes.create, {
    onDone: async ({ data: { message, data } }) => {
      const wasThere = message.includes('already')
      if (!wasThere) toast({ tone: 'done', title: 'The route was created' })
      await queries.invalidateQueries({ queryKey: ['payin-routes'] })
      await navigate(paths.payinRoute(data.teleportId), { state: { wasThere } })
    },
    onRefused: (error) => {
      setRefusal(readRefusal(error))
      setRefusals((count) => count + 1)
    },
  })
  return {
    refusal,
    refusals,
    isBusy: create.isBusy,
    forget: () => setRefusal(noRefusal),
    submit: (choice: RouteChoice) => {
      const errors = openQuestions(choice)
      setRefusal({ ...noRefusal, errors })
      if (Object.keys(errors).length > 0) return
      const { fundingAccountId, externalAccountId } = choice
      create.send({ body: { fundingAccountId, externalAccountId } })
    },
  }
}

/** The route that forwards from a funding account now; there is at most one. */
export function useActiveRoute(fundingAccountId: string): RouteItem | undefined {
  const { data } = useQuery({
    queryKey: ['payin-routes', 'active-from', fundingAccountId],
    queryFn: ({ signal }) =>
      call(
        payinRoutes.list,
        { query: { fundingAccountId, status: 'active', limit: '1' } },
        { signal },
      ),
    enabled: fundingAccountId !== '',
  })
  return data?.data.data[0]
}
