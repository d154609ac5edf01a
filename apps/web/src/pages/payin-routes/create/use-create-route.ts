import { useQuery } from '@tanstack/react-query'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { useNavigate } from 'react-router'
import { payinRoutes, q } from '../../../api/call.ts'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { paths } from '../../../routing/paths.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import {
  openQuestions,
  questionOf,
  type RouteChoice,
} from '../../../features/payin-routes/create-choice.ts'
import { payinRoutesKey, type RouteItem } from '../../../api/queries/payin-routes.ts'
import { queries } from '../../../api/query-client.ts'
import { t } from '../../../messages/text.ts'

/** Makes a route and opens it; one that is there already is opened, too, with a notice. */
export function useCreateRoute(start: RouteChoice) {
  const navigate = useNavigate()
  const form = useFixedForm({ start, check: openQuestions, fieldOf: questionOf })
  const create = useAction(payinRoutes.create, {
    onDone: async ({ data: { created, data } }) => {
      if (created) toast({ tone: 'done', title: t('The route was created') })
      await queries.invalidateQueries({ queryKey: payinRoutesKey })
      await navigate(paths.payinRoute(data.teleportId), { state: { wasThere: !created } })
    },
    onRefused: form.refuse,
  })
  return {
    form,
    isBusy: create.isBusy,
    onSubmit: form.submit(({ fundingAccountId, externalAccountId }) =>
      create.send({ body: { fundingAccountId, externalAccountId } }),
    ),
  }
}

/** The route that forwards from a funding account now; there is at most one. */
export function useActiveRoute(fundingAccountId: string): RouteItem | undefined {
  const { data } = useQuery({
    ...q(payinRoutes.list, { fundingAccountId, status: 'active', limit: '1' }),
    enabled: fundingAccountId !== '',
  })
  return data?.data.data[0]
}
