import assert from 'node:assert/strict'
import { type Runbook, waitForHealth } from './runbook.ts'

export const serviceRunbooks: Runbook[] = [
  {
    name: 'The transformations of images are used up',
    async carryOut({ rehearsal, members }) {
      await members.draw()
      assert.equal(await members.readDrawnImage(), 'image/webp')
      rehearsal.account.isImagesSpent = true
      assert.deepEqual(await members.draw(), { end: 'done', taken: 1 })
      assert.equal(await members.readDrawnImage(), 'image/png')
      rehearsal.account.isImagesSpent = false
      return 'a member draws, and sees the pictures themselves in place of the smaller copies'
    },
  },
  {
    name: 'The image provider is down',
    async carryOut({ rehearsal, members }) {
      await rehearsal.fail('/v1/images/generations')
      let hasWaited = false
      const drawn = await members.draw(async () => {
        hasWaited = true
        await rehearsal.mend()
      })
      assert.deepEqual([hasWaited, drawn], [true, { end: 'done', taken: 1 }])
      return 'a generation waits its turn, and draws when the provider is back'
    },
  },
  {
    name: 'The tenant is down',
    async carryOut({ rehearsal, members }) {
      const endVisits = await members.startVisits()
      for (const endpoint of ['/.well-known/jwks.json', '/oauth/token', '/authorize']) {
        await rehearsal.fail(endpoint)
      }
      await waitForHealth(rehearsal, (health) => health.includes('fail account tenant'))
      const { failed } = await endVisits()
      assert.equal(failed, 0)
      await rehearsal.mend()
      return 'a member who is signed in goes on, at workers that were running'
    },
  },
]
