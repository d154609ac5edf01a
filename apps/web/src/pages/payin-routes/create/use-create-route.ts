import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { payinRoutes } from '../../../api/call.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { paths } from '../../../routing/paths.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import {
  openQuestions,
  readRefusal,
  type Refusal,
  type RouteChoice,
} from '../../../features/payin-routes/create-choice.ts'
import {
  activeRouteQuery,
  payinRoutesKey,
  type RouteItem,
} from '../../../api/queries/payin-routes.ts'

const noRefusal: Refusal = { errors: {}, lines: [], requestId: undefined }

/** Makes a route and opens it; one that is there already is opened, too, and says so. */
export function useCreateRoute() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState(noRefusal)
  const [refusals, setRefusals] = useState(0)
  const create = useAction(payinRoutes.create, {
    onDone: async ({ data: { created, data } }) => {
      if (created) toast({ tone: 'done', title: 'The route was created' })
      await queries.invalidateQueries({ queryKey: payinRoutesKey })
      await navigate(paths.payinRoute(data.teleportId), { state: { wasThere: !created } })
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
    ...activeRouteQuery(fundingAccountId),
    enabled: fundingAccountId !== '',
  })
  return data?.data.data[0]
}
