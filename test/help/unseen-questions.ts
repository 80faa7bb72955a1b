import { questionsOf } from './question.ts';

/**
 * Written without knowledge of the search and its paraphrases, and first evaluated afterwards: 63 of 66
 * answered, 23 of 24 refused. Used for the ablations; use the final held-out set for an unbiased score.
 */
export const UNSEEN = questionsOf(`
need-a-wallet, connect-wallet | Which wallets can I use here?
claim-bond, bonding, deadlines | How long do I have to wait before I can claim the LMT from a bond?
bonding, bond-screen | Can I bond with USDC instead of SOL?
staking-fee, fees, staking | What does it cost to open a new vault?
restake, vault-cycle, staking | What happens to my vault if I do nothing when the 7 days are over?
unstaking, vault-cycle | How much of a vault can I unstake at once?
sell-fee, fees, selling | What percentage is taken when I sell LMT?
sell-approval, selling | Who approves sell requests and how long does it usually take?
sell-approval, sell-screen | Can I cancel a sell request after I submitted it?
history-screen | How do I download my transaction history as a CSV file?
treasury | Which assets does the treasury hold?
lmt-price | How often does the LMT price go up and by how much?
max-supply | Is there a maximum supply of LMT?
restake, fees | Is the fee for a manual restake different from the one for auto-restake?
rewards | How are staking rewards calculated?
pauses | What is not possible while the protocol is paused?
local-network | How do I get test SOL on the local network?
sessions, deadlines | How long do I stay signed in before I have to sign again?
price-quote, bonding | Is the price locked while I am paying for my bond?
hardware-wallets | Can I sign in with a Ledger?
amounts | What is the smallest amount I can bond or stake?
coming-soon | When is the launchpad coming?
vesting, staking | My tokens waited out the first day, now what do I press so they start earning?
what-you-sign, connect-wallet | Why do I have to approve a text with a random code in it just to log in?
treasury, disclaimer, apy | These returns look insane. Where does the money for them come from?
owner-dashboard, security, disclaimer | Could somebody at your end run off with what's in my account?
restake, vault-cycle, staking | Do I have to show up every week or does it roll over by itself?
deadlines | Can you give me a nudge before I miss something important?
local-network | Can I play around first without risking real money?
pauses, vault-cycle | If the whole site is frozen for two days, is the time I had left to decide gone?
disclaimer | Is any of this promised or could I end up with less than I put in?
dashboard-screen | What are all those boxes on the first page after I log in?
owner-dashboard | What can the boss see and change behind the scenes?
treasury, disclaimer | If everybody left at the same time, would there be enough in the pot?
getting-started | I'm completely new to this, where do I begin?
amounts | Why are there so many digits after the dot?
help-assistant | Am I talking to a human or a machine, and where do your answers come from?
claim-bond, bonding | I got in yesterday, how do I collect what I'm owed?
unstaking | hw do i unstke
wallet-errors, connect-wallet | phantom wont conect
bonding, getting-started | wat is bondin
sell-errors, selling | cant sell, says vaults not yet matred
sell-limit, selling | wen can i sel agian after i alredy sold this wk
restake | how 2 turn of auto restak
history-screen | where do i c my past trasnactions
need-a-wallet | do i need a walet n how do i get 1
apy | y does the apy keep changin
pending-bond | bond stuck on awaiting blokchain confirmaton
stake-errors | insuficient balnce wen i try to stake
lmt-price | wats 1 lmt worth rn
local-network | how does the time machin work
fees | all teh fees pls
pending-bond, bonding, bond-errors | I sent the SOL for my bond and then my browser crashed before anything showed up. Is my money gone?
wallet-errors, sessions | Ugh, I was about to bond and it tells me my session has expired. What now?
vault-cycle, restake | I was on holiday and missed the 24 hours to restake. What happened to my vault?
sell-approval | My sell request got rejected, I'm really upset. Do I at least get my LMT back?
sell-approval | It's been three days and nobody has approved my sale, I'm getting nervous
security, help-assistant, need-a-wallet | A guy on Telegram says he is LMT support and needs my seed phrase to fix my stake. Should I give it to him?
staking-fee, stake-errors | I paid the staking fee but then it said staking failed. Did I just lose that SOL?
need-a-wallet, wallet-errors | I'm on my phone and it keeps telling me no Solana wallets found
vesting, rewards, stake-screen | My stake finished vesting two days ago and I see it hasn't earned a thing, I'm pretty annoyed
server-errors | I keep getting server error, please try again in a few moments, this is so frustrating
selling, deadlines | I need cash urgently, what is the fastest way to turn my LMT into USDC?
bond-errors | Oops, I clicked reject in the wallet popup while bonding. Was anything charged?
staking, staking-fee | I took some LMT out of my vault and regret it, can I put it back to work?
sell-limit, sell-screen | I'm filling in the sell form and don't understand the limit and the days until reset it shows me
off-topic | What's the weather going to be like in Lisbon tomorrow?
off-topic | Can you give me a good recipe for lentil soup?
off-topic | Who won the Champions League final last year?
off-topic | Write me a python function that reverses a list
off-topic | my knee hurts after running what should i do
off-topic | How do I get red wine out of a carpet?
off-topic | Translate good morning into Japanese
off-topic | Which laptop should I buy for university?
off-topic | How do I lower gas fees on Ethereum?
off-topic | When is the next bitcoin halving?
off-topic | how do i buy xrp on coinbase
off-topic | What are the withdrawal limits on Kraken?
off-topic | Will dogecoin reach one dollar?
off-topic | How do I provide liquidity on Uniswap v3?
off-topic | How do I mint an NFT on OpenSea?
off-topic | how does cardano delegation work
off-topic | Should I buy US treasury bonds or a savings account for my retirement?
off-topic | Which James Bond film came first?
off-topic | How do I replace the seal on a bedroom window?
off-topic | What thickness of wooden stakes do I need for tomato plants?
off-topic | How do I add my boarding pass to Apple Wallet?
off-topic | How do I sell my used car without paying a dealer fee?
off-topic | How do I pause my Netflix subscription?
off-topic | What vesting schedule is normal for startup employee shares?
`);
