import { startWebkit } from './scripts/test-browsers/webkit.ts'
const base='http://localhost:9300'
const b = await startWebkit(console.log)
const wait=(ms:number)=>new Promise(r=>setTimeout(r,ms))
const diag=()=>getComputedStyle(document.querySelector('header nav')??document.body).display+' '+document.documentElement.scrollWidth
const tries: Record<string,()=>unknown> = { nothing: ()=>0 }
try {
for (const [name,mutate] of Object.entries(tries)) {
  await b.resize(1280,900); await b.open(base+'/lettrage?vue=calque'); await wait(3500); await b.type('//textarea','É'); await wait(2000)
  await b.click(`//a[normalize-space()="Sur la peau"]`); await wait(1500)
  await b.run(mutate as ()=>void,undefined)
  await b.resize(375,812); await wait(1500)
  console.log(name, await b.run(diag,undefined))
}
console.log(await b.run(()=>document.querySelector('main')!.innerHTML.length,undefined))
} finally { await b.close() }
