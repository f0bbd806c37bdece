import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import getPort from 'get-port'
import { Builder, By, Capabilities, Origin } from 'selenium-webdriver'
import { installDebianPackages } from '../../lib/programs.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import type { TestBrowser } from './browser.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const xvfbPath = '/usr/bin/Xvfb'
const readyTimeoutMs = 20_000

/**
 * Starts WebKitGTK's MiniBrowser over WebDriver, on a virtual display. Installs Debian's packages
 * if they are missing.
 */
export async function startWebkit(say: Say): Promise<TestBrowser> {
  const miniBrowser = findMiniBrowser(say)
  const processes: ChildProcess[] = []
  const endProcesses = () => {
    for (const child of processes) {
      child.kill()
    }
  }
  try {
    const xvfb = spawn(
      xvfbPath,
      ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    )
    processes.push(xvfb)
    const display = `:${await readLine(xvfb.stdio[3] as Readable)}`
    const port = await getPort()
    processes.push(
      spawn(driverPath, [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: display },
      }),
    )
    await waitForDriver(`http://127.0.0.1:${port}/status`)

    // Full screen, because the toolbar keeps the window wider than a phone.
    const options = { binary: miniBrowser, args: ['--automation', '--full-screen'] }
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }),
      )
      .build()
    const find = async (xpath: string) => {
      for (const element of await driver.findElements(By.xpath(xpath))) {
        if (await element.isDisplayed()) return element
      }
      throw new Error(`WebKit shows no ${xpath} on ${await driver.getCurrentUrl()}`)
    }
    return {
      name: `WebKitGTK ${(await driver.getCapabilities()).get('browserVersion')}`,
      open: (url) => driver.get(url),
      run: (call, argument) => driver.executeScript(call, argument),
      click: async (xpath) => (await find(xpath)).click(),
      type: async (xpath, text) => (await find(xpath)).sendKeys(text),
      drag: async (xpath, right, down) => {
        const origin = await find(xpath)
        await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', origin)
        const actions = driver.actions().move({ origin }).press()
        await actions.move({ origin: Origin.POINTER, x: right, y: down }).release().perform()
      },
      resize: async (width, height) =>
        void (await driver.manage().window().setRect({ x: 0, y: 0, width, height })),
      screenshot: async (path) => writeFileSync(path, await driver.takeScreenshot(), 'base64'),
      close: async () => {
        await driver.quit()
        endProcesses()
      },
    }
  } catch (error) {
    endProcesses()
    throw error
  }
}

function findMiniBrowser(say: Say): string {
  const find = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]
  const isComplete = () => find() && [driverPath, xvfbPath].every((path) => existsSync(path))
  if (!isComplete()) installDebianPackages(['webkit2gtk-driver', 'xvfb'], say)
  const found = find()
  if (!found || !isComplete())
    throw new ExpectedError(
      'This needs WebKitGTK: apt-get install webkit2gtk-driver xvfb, then run it again.',
    )
  return found
}

function readLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(stream).once('line', resolve)
    stream.once('close', () => reject(new Error('Xvfb has not started')))
  })
}

async function waitForDriver(url: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  for (;;) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline)
      throw new Error(`WebKitWebDriver is not ready after ${readyTimeoutMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
