import { questionsOf } from './question.ts';

/**
 * Misspelled questions, everyday questions without product words, and stories. At first 11 of 35, 22 of 40
 * and 32 of 35 were answered correctly. Pages and search were then tuned on most of them, so their share does
 * not predict new questions.
 */
const MISSPELT = `
connect-wallet | hw do i conect fantom walet
apy | wat is apy rn
bonding | can i by lmt wit usdc or jst sol
claim-bond, pending-bond | cant calim my bnd its been 24h alredy
vault-cycle, restake | restke windw closed wat now
restake | auto restke turn of how
pending-bond | bond says awaitng blokchain confrimation
staking | how 2 stke my lmt
sell-approval, selling, deadlines | sell req aproval time
local-network | is ther a fawcet for test sol
getting-started | whats lmt n how does it wrk
fees | all fes pls
security | sed phrase lost help
owner-dashboard | acces denid admin page why
server-errors | err 429 too mny reqests
staking | hwo do i stkae tokns
sell-fee | wat r the fes for seling lmt
restake | how 2 trun on autorestak
pending-bond | my bnd is stil pendng y
unstaking | hw much cn i unstke frm my volt
need-a-wallet | wich wallts r suportd
lmt-price | pric of lmt tday
claim-bond | wen can i clam my bond
sell-approval | selll reqest stil not aproved
security | sum1 askd 4 my seedfrase
vesting | stak sais redy but no rewrds
history-screen | trasaction histry exprt
sessions | y did i get loged owt
apy | wats teh intrest rat
wallet-errors | phantm nt found eror
dashboard-screen | wher do i c my portfollio balnce
treasury | wats in teh tresury
vault-cycle, restake, staking | wat hapens wen my valt maturs
disclaimer | is dis a scamm
connect-wallet | conecting solflair walet how
`;

const OBLIQUE = `
treasury, apy | What does the project do to make the cash it hands out to us?
restake, vault-cycle, staking | If I'm camping with no internet when the week runs out, what becomes of my coins?
price-quote | Do I still get the number I saw on the form if I dawdle before hitting approve?
what-you-sign, security | Can someone drain me just because I clicked ok on that popup?
local-network | I'd like to play around first without spending anything
rewards | Do my earnings snowball during the week, or stay flat from day to day?
vesting, rewards, staking | Why is the very first day after I put my coins into a vault unpaid?
history-screen | How do I see everything I did here last month in one place?
owner-dashboard, disclaimer, lmt-price | Who is in charge here and able to change the numbers?
sell-fee, sell-screen | What would I be left with if I turned ten of them back into dollars today?
deadlines, getting-started | From handing over my first coins to having cash in hand again, how many days at the minimum?
amounts, bonding | Would five bucks be enough to take part?
bonding | What do you accept from new customers, would Tether or my Visa do?
help-assistant | Is anybody real reading this?
lmt-price | Why is the figure in SOL different this afternoon than this morning when the dollar one hasn't moved?
info-screen, disclaimer | Where is the small print that says what you are not responsible for?
unstaking, vault-cycle, restake | How do I pull the whole lot out once the seven days are through, not merely half?
staking-fee | I transferred more SOL than was needed to open my vault, what becomes of the difference?
sessions | What gets left behind on this computer after I walk away from it?
coming-soon | What are those other things you want to launch, like the gambling one?
selling, getting-started, sell-errors | I want out, what's the way to the exit?
disclaimer | whats the catch with all of this
disclaimer, owner-dashboard, help-assistant | who do I blame if it all goes south
restake | will it carry on by itself while I'm sleeping
security, what-you-sign | can you guys reach into my pockets
rewards, vesting | the counter just sits at 0.00
claim-bond | I paid already, when do I get the goods
apy, disclaimer | that number looks too good to be true
need-a-wallet | does it work on the little screen in my pocket
vault-cycle, unstaking | why can't I touch my own coins this week
getting-started | explain it like I'm my grandmother
lmt-price | does it get dearer the longer I hesitate to come in
fees | what will you nibble off along the way
sell-approval | who presses the green button so that I get my dough
sessions, wallet-errors | it forgot who I am over night
pending-bond | the money left but the thing I paid for isn't there
treasury | what stands behind the token when everybody runs for the door
deadlines | give me a calendar of everything I have to wait for
sell-limit, selling | why only one bite a week
staking-fee, fees | how steep is the entrance ticket for a vault
`;

const STORIES = `
sell-approval | I asked to sell on Monday, it's Thursday and I still don't have a cent, I'm getting really nervous
pending-bond, bond-errors, bonding | My laptop died the second I hit approve in Phantom and now I see neither my 3 SOL nor a bond
security | Some guy on telegram claiming to be LMT support wants my 12 words so he can fix my vault, should I do it?
vesting, rewards, stake-screen | I staked five days ago and my rewards are still at zero, what did I do wrong??
sell-errors, selling, vault-cycle | I have 40 LMT sitting in my balance and it just says 24-hour restaking window expired when I try to sell, this is so frustrating
pending-bond | I sent 2 SOL directly from my Binance account to the treasury address and nothing showed up, please tell me it isn't gone
wallet-errors | phantom is definitely installed in my chrome but your page keeps telling me it can't find it
bond-errors | Ive been trying to bond 1 SOL and I have exactly 1 SOL in my wallet but it keeps saying insufficient balance
sell-limit, selling, sell-errors | I wanted to sell everything before my holiday but it only lets me put in half, why
sell-approval, selling | The owner turned down my sell request and my window is closed now, am I stuck?
stake-errors, staking-fee | I paid for my stake but the app says Fee Payment Required, I don't want to pay a second time
disclaimer | My husband wants me to put our savings into this, could we end up with nothing?
need-a-wallet, wallet-errors | I'm on my iphone in safari and the connect button does not find any wallet at all
vault-cycle, unstaking | I urgently need my tokens, my vault has only run for three days, is there any way to get them out now
pauses, vault-cycle | every button i press says all user operations paused and I only have 5 hours left to restake!!
vesting | I staked on Sunday, it's Tuesday, the vault says Ready and my earnings don't move
sell-errors, selling | My friend sold his LMT yesterday but mine says no active vaults, what do I do differently
restake, vault-cycle | I was in hospital last week and my vault finished on Wednesday, have I lost the money?
pending-bond, bond-errors | Phantom says confirmed, solscan says confirmed, but your page doesn't list my bond and I'm out 5 SOL
wallet-errors | I press connect, sign, and it throws me back to the start with failed to authenticate
sell-approval | I made a sell request this morning and regret it, I'd rather keep the coins
unstaking, sell-limit, vault-cycle | I have 200 LMT in a matured vault and it says withdrawal limit exceeded when I take 150
sessions | I used the computer at the library and forgot to log off, can a stranger get in?
price-quote | My bank call took fifteen minutes and when I came back I approved the payment, do I still get the old price?
staking-fee | The wallet sent 0.2 SOL for the fee but the price had moved and it was more than needed, where is the rest
bonding, amounts | I only have Ethereum and a credit card, how can I get into this
server-errors | since an hour nothing loads, it just says try again in a few moments
security | I typed my recovery words into a site that looked like yours, what should I do?
disclaimer, treasury | I read about Luna going to zero and I'm scared this one will do the same
local-network | my boss wants to see how it works before we risk real money, is there a demo
history-screen | my accountant needs a list of all I bought and sold last year
hardware-wallets | my Ledger shows an odd memo when I try to log in, is this normal?
pauses | there's a red banner saying operations are halted and my window closes tonight
owner-dashboard | I clicked Admin out of curiosity and got access denied, will I get into trouble?
need-a-wallet | I have never owned crypto and my daughter told me I need a wallet first, which one and how
`;

const OFF_TOPIC = `
off-topic | Will it rain in Lisbon tomorrow?
off-topic | Give me a recipe for banana bread without eggs
off-topic | Who won the world cup in 1998?
off-topic | can you help me with my chemistry homework, balancing equations
off-topic | What's a good name for a golden retriever puppy?
off-topic | how do i get red wine stains out of a carpet
off-topic | Translate 'good morning, neighbour' into Japanese
off-topic | Which bus goes from the airport to the old town?
off-topic | My knee hurts after running, should I see a doctor?
off-topic | write me a poem about the sea
off-topic | How do I mine bitcoin on my gaming PC?
off-topic | What APR does Lido pay on staked ETH right now?
off-topic | how do i bridge eth to arbitrum
off-topic | When is the next bitcoin halving?
off-topic | Is Cardano better than Polkadot?
off-topic | How do I mint an NFT collection on OpenSea?
off-topic | What were the gas fees on Ethereum yesterday?
off-topic | how do I run a solana validator node at home
off-topic | Will dogecoin reach one dollar this year?
off-topic | What collateral ratio does MakerDAO require for DAI?
off-topic | Are you hiring frontend developers at the moment?
off-topic | Which line of Anlage SO do I use for crypto gains in my German tax return 2024?
off-topic | Write me a Rust program with Anchor that transfers SPL tokens
off-topic | My Kraken account is locked, can you reset my 2FA?
off-topic | My wife found out about my crypto losses and wants a divorce, how do I save my marriage?
off-topic | Do you sponsor football clubs or esports teams?
off-topic | What is your company's VAT number and registered office?
off-topic | Why is my Coinbase card payment declined at the supermarket?
off-topic | how do I fix 'cannot read property of undefined' in my react app
off-topic | My savings bank wants to close my vault box at the branch, can they do that?
off-topic | What's the best way to store potatoes over winter?
off-topic | Who directed the film Interstellar?
off-topic | my cat refuses to eat dry food
off-topic | how do I jumpstart a car battery
off-topic | Explain the offside rule
off-topic | cheap hotels near the airport in Rome
off-topic | how 2 fix a lekaing tap
off-topic | wats the wether 2day
off-topic | recipie for choclate cake
off-topic | who wn the champons leag
off-topic | How do I swap tokens on Uniswap?
off-topic | What's the staking reward for Polkadot?
off-topic | is ripple a good buy
off-topic | how do I restake with EigenLayer
off-topic | my Binance withdrawal is stuck
off-topic | What is the yield on 10-year German bonds?
off-topic | How do I sell my used laptop?
off-topic | which savings account pays the highest interest
off-topic | can you write my term paper about monetary policy
off-topic | what is the minimum wage in Spain
off-topic | Where can I cash a cheque on Sunday?
off-topic | how do i unlock a locked sim card
off-topic | Do you have an office in Zurich I can visit?
off-topic | What programming language should I learn first?
off-topic | how do I set up a Lightning node
off-topic | Why was my mortgage application refused?
off-topic | when does the ethereum merge happen
off-topic | my phone contract runs out, how do I cancel it
off-topic | pole vault technique for beginners
off-topic | who won the lotery yestrday
`;

export const EVERYDAY = {
  misspelt: questionsOf(MISSPELT),
  oblique: questionsOf(OBLIQUE),
  stories: questionsOf(STORIES),
  offTopic: questionsOf(OFF_TOPIC),
};
