/** How words are shortened in messages, each with what it stands for. */
const SHORT = new Map<string, string>(
  `abt=about acc=account acct=account acnt=account addr=address addy=address ad=add agn=again alr=already
  amt=amount amnt=amount any1=anyone anyl=any app=app appt=appointment approx=about appr=approval asap=soon atm=now avg=average
  avail=available b=be b4=before bal=balance bc=because bcos=because bcoz=because bcuz=because biz=business bf=before
  btc=btc btw=btw bt=but bw=between c=see cld=could clik=click cmon=come cn=can cnt=cannot conf=confirmation
  coz=because cos=because cud=could cuz=because cz=because d=the da=the dat=that dats=thats dbl=double de=the
  defo=definitely dem=them dep=deposit dey=they diff=difference dis=this dnt=dont doc=document docs=documents
  dunno=dunno dunt=dont dus=does duz=does dwn=down dw=worry ea=each els=else em=them err=error evry=every
  every1=everyone evr=ever eta=eta ez=easy fav=favourite fb=facebook fone=phone fr=for frm=from frnd=friend ft=for
  fwd=forward fx=fix gd=good gimme=give gnna=gonna gona=gonna gr8=great gt=get gtg=go gud=good gv=give
  hav=have havin=having hv=have hrs=hours hr=hour hlp=help hm=how hmu=contact hw=how hwo=how idk=idk ima=im
  imma=im info=info ins=in int=interest irl=real iz=is jst=just jus=just k=ok kk=ok kno=know knw=know kp=keep
  l8=late l8r=later lemme=let len=length lil=little lk=look lng=long lst=last lt=let luv=love m=am ma=my
  mabe=maybe max=max mb=maybe mch=much mgmt=management mid=middle min=minimum mins=minutes misc=other mkt=market
  mny=money mo=month mor=more msg=message msgs=messages mst=must mth=month mths=months n=and nb=nobody nd=and
  ned=need nething=anything nm=nothing nm8=nothing no1=nobody nos=numbers nt=not num=number nvm=nevermind
  nw=now nxt=next ofc=course og=original oky=ok ova=over ovr=over ow=how owt=out ppl=people pax=people
  pcnt=percent pct=percent perc=percent perm=permanent pg=page pgs=pages phn=phone pic=picture pls=please
  plz=please plss=please plzz=please pmt=payment pmnt=payment pos=position poss=possible prev=previous prob=probably
  probs=problems prolly=probably pswd=password pw=password pwd=password pymt=payment q=question qn=question qs=questions
  qty=quantity qstn=question r=are rcv=receive rcvd=received rdy=ready rec=receive recv=receive ref=reference reg=regarding
  reqs=requirements req=request rly=really rlly=really rn=now rpt=report rq=quick rwd=reward rwds=rewards scnd=second
  sec=second secs=seconds sez=says shd=should shld=should shud=should sig=signature smh=strange sm1=someone
  smth=something smthn=something smthg=something smt=something som=some som1=someone sry=sorry srsly=seriously
  stmt=statement sth=something sum=some sum1=someone sumone=someone sumthing=something sumthin=something
  sus=suspicious sux=bad t=t tbh=honestly tel=tell temp=temporary tf=what tha=the thanx=thanks thnks=thanks
  thnx=thanks tho=though thru=through thx=thanks tht=that til=until tix=tickets tkn=token tkns=tokens tm=time
  tmr=tomorrow tmrw=tomorrow tmro=tomorrow tmrrw=tomorrow tomo=tomorrow tomoz=tomorrow tom=tomorrow tnx=thanks
  tot=total tots=totally trx=transaction trans=transaction transac=transaction ts=this tsk=task tx=transaction
  txs=transactions txn=transaction txns=transactions txt=text u=you ul=you ull=youll und=and unno=you ur=your
  urs=yours usr=user v=very val=value ver=version vid=video vry=very w=with w8=wait w8ing=waiting w8in=waiting wa=what
  wanna=wanna wat=what wats=whats watz=whats wdym=mean wen=when wens=when wer=where were=were wernt=werent wha=what
  whats=whats wht=what whr=where whn=when whos=whos whts=whats whut=what wil=will wit=with wiv=with wk=week wks=weeks
  wll=will wna=wanna wnt=want wo=without wot=what wots=whats wrk=work wrks=works wrld=world wrng=wrong wth=what
  wtf=wtf wthdrw=withdraw wud=would wuld=would wut=what wuts=whats wy=why x=times xfer=transfer xchange=exchange
  y=why ya=you yday=yesterday yest=yesterday yr=year yrs=years yu=you yur=your yrself=yourself
  2day=today 2da=to 2gether=together 2moro=tomorrow 2mrw=tomorrow 2morrow=tomorrow 2nite=tonight 4eva=forever
  4ever=forever 4got=forgot 4m=from 4u=foryou teh=the hte=the taht=that waht=what wath=what hwat=what adn=and
  nad=and yuo=you yoru=your fro=for ot=to fo=of si=is ti=it cna=can od=do ym=my nto=not hvae=have tehn=then
  jsut=just liek=like whn=when whne=when wehn=when wher=where wehre=where ther=there thier=their shoud=should
  shoudl=should coudl=could woudl=would becuase=because becasue=because bcause=because alot=lot dont=dont
  ill=ill havnt=havent cudnt=couldnt cant=cant cnat=cant ned2=need whatz=whats hows=hows loosing=losing loose=lose al=all wether=weather weder=weather seedphrase=seed_phrase seedfrase=seed_phrase
  seedfraze=seed_phrase seedfrase=seed_phrase seedwords=seed_words gunna=gonna outta=out`
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' ').split('=') as [string, string])
    .filter(([short, long]) => short !== long),
);

/** A number in the place of a word that sounds like it. */
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(how|want|wants|need|needs|have|has|had|able|like|try|trying|where|when|what|going|way|used|got|ready|supposed|allowed|back|money|due|wnt|hw|hav|hv|ned|hwo|gng|nd|tryin) 2 (?=[a-z])/g,
    '$1 to ',
  ],
  [
    /\b4 (?=(?:my|me|a|an|the|your|u|ur|this|that|it|how|what|selling|staking|bonding|da|ma|each|every|free|dis|teh)\b)/g,
    'for ',
  ],
  [
    /\b2 (?=(?:my|me|the|your|u|ur|this|that|it|da|get|sell|stake|bond|buy|claim|unstake|restake|teh)\b)/g,
    'to ',
  ],
];

/** A text in small letters with whole words for those that are shortened. */
export function withoutShorthand(text: string): string {
  let whole = text;
  for (const [number, word] of NUMBERS) whole = whole.replaceAll(number, word);
  return whole.replaceAll(
    /(?<![\p{L}\p{N}_'.])[a-z\d]+(?![\p{L}\p{N}_'])/gu,
    (word) => SHORT.get(word) ?? word,
  );
}
