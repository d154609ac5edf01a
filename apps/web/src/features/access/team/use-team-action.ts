import { useMutation } from '@tanstack/react-query'
import { send } from '../../../api/http.ts'
import { teamKey } from '../../../api/queries/team.ts'
import { sessionQuery } from '../../../api/session.ts'
import type { StepUpAction } from '../../../api/staff.ts'
import { paths } from '../../../routing/paths.ts'
import { confirmByPasskey } from '../../../signing/confirm.ts'
import { queries } from '../../../api/call.ts'
import { toast } from '../../../ui/overlays/toast.ts'

type Options = {
  done: string
  /** The person's own session is over with it. */
  endsOwnSession?: boolean
  /** With the answer of the service. */
  onDone: (answer: unknown) => void
}

/** A change of the team: the passkey for exactly this request, then the request. */
export function useTeamAction({ done, endsOwnSession, onDone }: Options) {
  return useMutation({
    mutationFn: async ({ method, path, body }: StepUpAction) => {
      queries.setQueryData(
        sessionQuery.queryKey,
        await confirmByPasskey({ method, path, ...(body ? { body } : {}) }),
      )
      return send({ method, path }, body ? { body } : {})
    },
    onSuccess: async (answer) => {
      if (endsOwnSession) {
        // By a full load, so that data in memory goes with the page.
        window.location.assign(paths.signIn)
        return
      }
      onDone(answer)
      toast({ tone: 'done', title: done })
      await queries.invalidateQueries({ queryKey: teamKey })
    },
  })
}
