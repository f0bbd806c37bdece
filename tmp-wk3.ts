import { startWebkit } from './scripts/test-browsers/webkit.ts'
const base='http://localhost:9300'
const b = await startWebkit(console.log)
const wait=(ms:number)=>new Promise(r=>setTimeout(r,ms))
const diag=()=>getComputedStyle(document.querySelector('header nav')??document.body).display+' '+document.documentElement.scrollWidth
try {
  await b.resize(375,812); await b.open(base+'/lettrage?vue=calque'); await wait(3500); await b.type('//textarea','É'); await wait(2000)
  await b.click(`//a[normalize-space()="Sur la peau"]`); await wait(1500)
  console.log('fresh', await b.run(diag,undefined)); await b.screenshot('/tmp/shots/wk-fresh.png')
  await b.resize(1280,900); await wait(1000); console.log('wide', await b.run(diag,undefined))
  await b.resize(900,900); await wait(1000); console.log('900', await b.run(diag,undefined))
  await b.resize(700,900); await wait(1000); console.log('700', await b.run(diag,undefined))
  await b.resize(375,812); await wait(1000); console.log('375', await b.run(diag,undefined))
} finally { await b.close() }
