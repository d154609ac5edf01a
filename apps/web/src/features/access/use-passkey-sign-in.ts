import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { type Session, staff } from '../../api/staff.ts'
import { askForPasskey, ceremonyText } from '../../signing/passkeys.ts'

/** The sign-in ceremony, for the sign-in page and for the overlay. `problem` is what to show in an alert. */
export function usePasskeySignIn(onSignedIn: (session: Session) => void) {
  const [problem, setProblem] = useState<string | undefined>()
  const signIn = useMutation({
    mutationFn: async () => {
      setProblem(undefined)
      const { challengeId, ...options } = await staff.signInOptions()
      const asked = await askForPasskey(options)
      if (!asked.ok) {
        setProblem(ceremonyText[asked.failure])
        return
      }
      onSignedIn(await staff.signIn({ challengeId, assertion: asked.value }))
    },
    onError: (error) => setProblem(errorText(error)),
  })
  return { start: () => signIn.mutate(), busy: signIn.isPending, problem }
}
