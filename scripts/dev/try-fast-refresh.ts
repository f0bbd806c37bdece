import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { findChromium } from '../chromium.ts'
import { findMember } from '../release/gate-member.ts'
import { root } from '../version.ts'

// Against a running `npm run dev generator`: what a member typed outlives an edit of the screen that they type on.
const origin = `http://localhost:${process.env.PORT ?? 8787}`
const source = join(root, 'remotes/generator/src/messages.ts')
const before = readFileSync(source, 'utf8')
const browser = await chromium.launch({ executablePath: findChromium(console.log), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const member = await findMember(origin)
  if (!member) throw new Error('this needs the embedded tenant')
  const page = await browser.newPage({ locale: 'fr-FR' })
  page.setDefaultTimeout(60_000)
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Mot de passe').fill(member.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  // A released remote in the development host, then the live one.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Créer', exact: true }).click()
  const idea = page.getByRole('textbox', { name: /idée/i })
  await idea.fill('Un loup hurlant')
  await page.evaluate(() => Object.assign(window, { openedOnce: true }))

  const started = performance.now()
  writeFileSync(source, before.replace('Créez votre design de tatouage', 'Créez votre dessin à vif'))
  await expect(page.getByRole('heading', { level: 1, name: 'Créez votre dessin à vif' })).toBeVisible({ timeout: 30_000 })
  console.log(`ok  the edit is on the screen after ${Math.round(performance.now() - started)} ms`)
  expect(await idea.inputValue()).toBe('Un loup hurlant')
  expect(await page.evaluate(() => 'openedOnce' in window)).toBe(true)
  console.log('ok  what was typed is still there, without a reload')
} finally {
  writeFileSync(source, before)
  await browser.close()
}
