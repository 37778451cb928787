// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '303:0,0;307:0,0;30a:0;320:0;323:0,0,0;32d:0,0;330:0,0;60c:7p;61b:75;61f:aj;621:cu;640:aj;64b:0,0,0,0,0,0,0,0,0,0,0;660:cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,7a,7a;670:0;700:gf,89,75,75,75,ev,aq,aq,ag,ag,g3,pn,ja,l2;710:pu,0,qm,ub,ub,ez,ez,pu,gy,7n,jh,rr,rr,6r,xw,op,i8,ol,iu,om,om,qh,nf,m5,he,n6,ez,q9,kn,qm,ub,gj,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0;74d:g7,nf,i8;2026:jg;2044:cs;2212:fx;25cc:gi;2670:ov,ob',
  joined:
    '710:,,o6;712:ka,kk,qw;713:jy,fv,q9;714:jy,fv,q9;715:,,el;716:,,el;717:,,q6;718:,,gm;719:,,7p;71a:ea,f1,k7;71b:jd,h9,pm;71c:jd,h9,pm;71d:7q,8m,75;71f:ip,hv,om;720:9h,9e,i4;721:og,ow,ou;722:83,88,7q;723:oq,ov,or;724:oq,ow,or;725:jp,dw,kn;726:h4,h8,ni;727:hi,g5,ks;728:,,fg;729:ih,is,nh;72a:,,el;72b:kj,f4,kv;72c:,,ka;72d:ka,kk,qw;72e:jy,fv,q9;72f:,,g5;74d:,,ga;74e:gf,gr,nq;74f:9f,9q,ij',
}
