// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.
export default {
  advances:
    '60c:5w;61b:5w;61f:bt;66a:b5;7c0:f0,f2,f5,ea,ez,ez,el,f2,f2,fe,7d,ic,c5,h7,gh,fb,hx,ei,j1,bn,bn,fo,dj,ah,m0,av,i2,jo,g0,kd,f4,g2,eh,g0,f1,f4,f4,el,eh,ep,cl,cl,av,0,0,0,0,0,0,0,0,0,8u,8u,fe,qe,dd,dd,bl;7fd:0,m0,fo;25cc:gi;2e1c:go,go;fd3e:dw,dw',
  joined:
    '7ca:7d,7d,7d;7cb:ic,ic,ic;7cc:c5,c5,c5;7cd:h7,h7,h7;7ce:gg,gg,gg;7cf:fb,fb,fb;7d0:hx,hx,hx;7d1:ei,ei,ei;7d2:j1,j1,j1;7d3:bn,bn,bn;7d4:bn,bn,bn;7d5:fo,fo,fo;7d6:dj,dj,dj;7d7:ah,ah,ah;7d8:m0,m0,m0;7d9:av,av,av;7da:i2,i2,i2;7db:jo,jo,jo;7dc:g0,g0,g0;7dd:kd,kd,kd;7de:f4,f4,f4;7df:g2,g2,g2;7e0:eh,eh,eh;7e1:g0,g0,g0;7e2:f1,f1,f1;7e3:f4,f4,f4;7e4:f4,f4,f4;7e5:el,el,el;7e6:eh,eh,eh;7e7:ep,ep,ep;7e8:cl,cl,cl;7e9:cl,cl,cl;7ea:av,av,av',
}
