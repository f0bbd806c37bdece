import { startWebkit } from './scripts/test-browsers/webkit.ts'
const base='http://localhost:9300'
const b = await startWebkit(console.log)
const wait=(ms:number)=>new Promise(r=>setTimeout(r,ms))
try {
await b.resize(1280,900)
await b.open(base+'/lettrage?vue=calque'); await wait(3000)
await b.type('//textarea','Été'); await wait(4000)
const diag=()=>({w:innerWidth, mm:matchMedia('(max-width: 48rem)').matches, sheets:[...document.querySelectorAll('link[rel=stylesheet]')].map(l=>[(l as HTMLLinkElement).href.split('/').pop(), (l as HTMLLinkElement).sheet!==null, (l as HTMLLinkElement).media, (l as HTMLLinkElement).disabled].join(' ')), nav:getComputedStyle(document.querySelector('header nav')??document.body).display, sw:document.documentElement.scrollWidth})
for (const v of ['calque','vieillissement','peau','fiche','calque']) {
  await b.click(`//a[normalize-space()="${({calque:'Calque',vieillissement:'Vieillissement',peau:'Sur la peau',fiche:'Fiche'} as Record<string,string>)[v]}"]`); await wait(2500)
  await b.resize(375,812); await wait(1500)
  console.log(v,'375', JSON.stringify(await b.run(diag,undefined)))
  await b.screenshot(`/tmp/shots/wk-${v}.png`)
  await b.resize(1280,900); await wait(1000)
  console.log(v,'1280', (await b.run(diag,undefined)).sw)
}
} finally { await b.close() }
