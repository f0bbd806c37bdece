import { UnavailableError } from '@encre/worker/dependencies'
import { problem } from '@encre/worker/problem'
import type { Handlers } from './bindings.ts'
import type { Dashboard } from './contract.ts'
import { loadUser } from './users-store.ts'

const recentDesigns = 5

export const dashboard = {
  async readDashboard(c) {
    const { memberId, accessToken } = c.var
    const [user, { count, recent, answered = [], stopped = [] }] = await Promise.all([
      loadUser(c.env, memberId, accessToken),
      c.env.LIBRARY.summarizeDesigns(memberId, recentDesigns).catch((cause: unknown) => {
        throw new UnavailableError('the gallery does not answer', { cause })
      }),
    ])
    if (!user) return problem(c, 401, 'permission-denied')
    return c.json<Dashboard>({ user, designCount: count, recent, answered, stopped })
  },
} satisfies Partial<Handlers>
