import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/errors.ts'
import { viewsKey } from '../../api/queries/views.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { queries } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

/** One change of saved views; what is refused is shown, and the list is read again either way. */
export function useViewAction<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  return useMutation({
    mutationFn: async (input: Input) => {
      const answer = await change(input)
      await queries.invalidateQueries({ queryKey: viewsKey })
      return answer
    },
    onSuccess: (answer) => onDone?.(answer),
    onError: (error) => toast({ tone: 'fail', title: t('Not saved'), text: errorText(error) }),
  })
}
